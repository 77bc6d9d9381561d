# shellcheck shell=sh
# Tests in the Test Anything Protocol. Source this file, say `ok` and `is`, end with `done_testing`.

tap_run=0 tap_failed=0

# ok NAME COMMAND…: passes if the command succeeds.
ok() {
  tap_name=$1
  shift
  if "$@"; then tap_report 'ok'; else tap_report 'not ok' "status $? of: $*"; fi
}

# is NAME ACTUAL EXPECTED: passes if the two texts are equal.
is() {
  tap_name=$1
  if [ "$2" = "$3" ]; then tap_report 'ok'; else tap_report 'not ok' "expected: $3" "     got: $2"; fi
}

# Prints the plan and fails if a test did.
done_testing() {
  echo "1..$tap_run"
  [ "$tap_failed" -eq 0 ]
}

# tap_report VERDICT [DIAGNOSTIC…]
tap_report() {
  tap_run=$((tap_run + 1))
  [ "$1" = ok ] || tap_failed=$((tap_failed + 1))
  printf '%s %d - %s\n' "$1" "$tap_run" "$tap_name"
  shift
  [ $# -eq 0 ] || printf '%s\n' "$@" | sed 's/^/# /'
}
