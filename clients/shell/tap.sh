# shellcheck shell=sh
# Tests in the Test Anything Protocol. Source this file, call `ok`, `is` and `came`, and end with `done_testing`, whose
# status is 0 if no test failed. Diagnostics go to stderr. With svvs.sh, they end with the last lines of both directions.

tap_run=0 tap_failed=0

# ok NAME COMMAND…: passes if the command succeeds. A failure shows the command, without its arguments if they may
# contain a secret.
ok() {
  tap_name=$1
  shift
  if "$@"; then tap_report 'ok' && return; else tap_status=$?; fi
  ! tap_hides "$*" || set -- "$1" …
  tap_report 'not ok' "status $tap_status of: $*"
}

# is NAME ACTUAL EXPECTED: passes if the two texts are equal.
is() {
  tap_name=$1
  if [ "$2" = "$3" ]; then
    tap_report 'ok'
  else
    case $2$3 in
      *'
'*) tap_report 'not ok' "$(tap_difference "$2" "$3")" ;;
      *) tap_report 'not ok' "expected: $3" "     got: $2" ;;
    esac
  fi
}

# came NAME [LINE…]: passes if these lines and nothing else came from the server since the last `came`
# or svvs_mark, as svvs_since prints them.
came() {
  tap_came=$(svvs_since) && svvs_mark
  tap_title=$1 tap_expected=''
  shift
  [ $# -eq 0 ] || tap_expected=$(printf '%s\n' "$@")
  is "$tap_title" "$tap_came" "$tap_expected"
}

# bail_out REASON: ends the script.
bail_out() {
  echo "Bail out! $*"
  exit 1
}

# Prints the number of tests, and fails if a test failed.
done_testing() {
  echo "1..$tap_run"
  [ "$tap_failed" -eq 0 ]
}

# tap_report VERDICT [DIAGNOSTIC…]
tap_report() {
  tap_run=$((tap_run + 1))
  printf '%s %d - %s\n' "$1" "$tap_run" "$tap_name"
  [ "$1" != ok ] || return 0
  tap_failed=$((tap_failed + 1))
  shift
  {
    printf '%s\n' "failed: $tap_name" "$@"
    tap_log=$(svvs_log 6 2>/dev/null) || tap_log=''
    [ -z "$tap_log" ] || printf 'the last lines:\n%s\n' "$tap_log"
  } | sed 's/^/# /' >&2
}

# Prints a comparison of the expected and the actual text.
tap_difference() {
  tap_files=$(mktemp -d "${TMPDIR:-/tmp}/tap.XXXXXX") || return
  printf '%s\n' "$2" >"$tap_files/expected"
  printf '%s\n' "$1" >"$tap_files/got"
  (cd "$tap_files" && diff -u expected got) | sed '1s/.*/--- expected/; 2s/.*/+++ got/'
  rm -rf "$tap_files"
}

# Whether a text may contain a secret, as svvs.sh defines it.
tap_hides() {
  if command -v svvs__is_secret >/dev/null; then svvs__is_secret "$1"; else case $1 in *=* | *'{'*) ;; *) return 1 ;; esac; fi
}
