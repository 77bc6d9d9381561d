# shellcheck shell=sh
# shellcheck disable=SC2016,SC2034,SC2154 # The dollars are for other shells; other files define and use the variables.
# Functions for the tests of svvs.sh. A test sources this file after svvs.sh and tap.sh.

real=${SVVS:-svvs}
scratch=$(mktemp -d) || exit
trap 'rm -rf "$scratch"' EXIT

# server LINE…: stops the current server, and starts a script of these lines as the server.
server() {
  svvs_stop
  printf '%s\n' '#!/bin/sh' "$@" >"$scratch/server-$svvs__server"
  chmod +x "$scratch/server-$svvs__server"
  SVVS="'$scratch/server-$svvs__server'"
  # shellcheck disable=SC2119 # No options.
  svvs_start
  trap 'svvs_stop_all; rm -rf "$scratch"' EXIT
}

# fails STATUS PATTERN COMMAND…: succeeds if the command returns the status and prints one line of this pattern on
# stderr.
fails() {
  status=$1 pattern=$2
  shift 2
  "$@" 2>"$scratch/said"
  actual=$?
  said=$(cat "$scratch/said")
  # shellcheck disable=SC2254 # A pattern.
  case $actual:$said in
    *"$svvs__newline"*) ;;
    $status:$pattern) return 0 ;;
  esac
  printf '# expected: %s:%s\n#      got: %s:%s\n' "$status" "$pattern" "$actual" "$said" >&2
  return 1
}

# Succeeds if each of the processes ends within 10 s. They are not children of the shell, which therefore polls.
none_is_left() {
  for process in $processes; do
    # shellcheck disable=SC2016 # The dollar is for sh -c.
    timeout 10 sh -c 'while kill -0 "$0" 2>/dev/null; do :; done' "$process" || return
  done
}

# Commands of the scripts of servers.
opened='echo "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"view\":\"v\",\"commit\":0,\"state\":{\"n\":0}}}"'
change_from() { echo 'echo "{\"method\":\"state/changed\",\"params\":{\"commit\":9,\"views\":['"$1"']}}"'; }
done_2='echo "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"commit\":9}}"'
next='read -r line'
wait_for_end='cat >/dev/null'

# real_server [OPTION…]: stops the current server, and starts the real one.
real_server() {
  svvs_stop
  SVVS=$real
  svvs_start "$@"
  trap 'svvs_stop_all; rm -rf "$scratch"' EXIT
}
