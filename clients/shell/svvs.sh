# shellcheck shell=sh
# shellcheck disable=SC2016 # The dollars in single quotes are variables of jq.
# Version: 0.1.0
# Functions that connect a script with svvs state servers. Source this file; it needs a POSIX shell and jq.
#
#   SVVS_SHELL=clients/shell                       # the directory of this file
#   . "$SVVS_SHELL/svvs.sh"
#   svvs_start                                     # the command line $SVVS, or else svvs serve
#   svvs_open login
#   svvs_call login login userId=12345 password=password
#   svvs_state login .loginState                   # prints loggedIn
#   svvs_stop
#
# A call returns when its action has ended. All its changes are in the state then, so a script never needs to sleep. Use
# svvs_wait for changes that come later.
#
# Arguments are written name=text or name:=json, as in `increment by:=5`.
#
# Every function returns 0, or prints one line to stderr and returns
#     1   the server refused the request; svvs_error prints the error, and `svvs_error .data.kind` its kind
#     2   wrong use
#     3   the command was not found, or the server ended or violated the protocol; later calls return 3 too
#   124   timeout
#
# SVVS: the command line that starts the server, split by the shell (default: svvs serve).
# SVVS_TIMEOUT: seconds to wait for a reply or a state (default 60).
# SVVS_END_TIMEOUT: seconds for the server's end, before it is killed (default 10).
# SVVS_TRACE=1: show both directions on stderr.
# SVVS_SECRETS: words (default: password secret token). The values of parameters whose names contain one, in upper or
#   lower case, appear as "…" in traces, logs and failures.
#
# The library uses file descriptor 7 and the traps of EXIT, HUP, INT and TERM. A script with its own traps calls
# svvs_stop_all in the trap of EXIT. Start and stop servers in the script's own shell; all other functions also work in
# $(…).
#
# The library has several files in one directory. Only bash knows the directory of a sourced file.

if [ -z "${SVVS_SHELL-}" ]; then
  # shellcheck disable=SC3028,SC3054 # Empty if it is unknown.
  [ -z "${BASH_VERSION-}" ] || SVVS_SHELL=$(dirname "${BASH_SOURCE:-.}")
fi
svvs__wrong=''
case $-,${ZSH_VERSION:+$(emulate)} in
  # The traps would end the shell of a person who presses Control-C.
  *i*,*) svvs__wrong='a script that sh runs, as in `sh test.sh`, got an interactive shell' ;;
  *,zsh) svvs__wrong='a script that sh runs, as in `sh test.sh`, got zsh' ;;
  *) [ -f "${SVVS_SHELL-}/fold.jq" ] ||
    svvs__wrong="the directory of svvs.sh in \$SVVS_SHELL, got: ${SVVS_SHELL:-nothing}" ;;
esac
if [ -n "$svvs__wrong" ]; then
  echo "svvs: expected $svvs__wrong" >&2
  # shellcheck disable=SC2317 # Outside of a function, return ends the sourcing.
  return 2 2>/dev/null || exit 2
fi
SVVS_SHELL=$(CDPATH='' cd -- "$SVVS_SHELL" && pwd)
: "${SVVS_TIMEOUT:=60}" "${SVVS_END_TIMEOUT:=10}" "${SVVS_SECRETS=password secret token}"
# shellcheck source=clients/shell/server.sh
. "$SVVS_SHELL/server.sh"
# shellcheck source=clients/shell/line.sh
. "$SVVS_SHELL/line.sh"
# shellcheck source=clients/shell/request.sh
. "$SVVS_SHELL/request.sh"
# shellcheck source=clients/shell/session.sh
. "$SVVS_SHELL/session.sh"

# ---- Servers: svvs_start, svvs_attach, svvs_stop, svvs_stop_all, svvs_use and svvs_hang_up are in server.sh.

# svvs_initialize [NAME=VALUE…]: sends the script's capabilities, as in `svvs_initialize capabilities:='{"cause":
# true}'`. It must be the first request; svvs_attach sends it. svvs_result prints the server's capabilities.
svvs_initialize() {
  svvs__is_started && svvs__request initialize pairs "$@" || return
  [ -z "$svvs__begins" ] || return 0
  svvs__version=$(svvs_result .protocolVersion) || return
  [ "$svvs__version" = 2 ] || svvs__fail 3 "expected protocol version 2, got $svvs__version"
}

# svvs_shutdown: cancels the calls in progress, waits for their replies, ends the server and returns its status.
svvs_shutdown() {
  svvs__is_started && svvs__request shutdown pairs || return
  svvs_send '{"jsonrpc":"2.0","method":"exit"}' && svvs_stop
}

# ---- Views

# svvs_open [--delivery DELIVERY] [--session SESSION] TYPE [VIEW] [NAME=VALUE…]: opens a view with
# these parameters. VIEW defaults to TYPE. DELIVERY is properties or patch.
svvs_open() {
  svvs__delivery='' svvs__session=''
  while [ $# -gt 1 ]; do
    case $1 in --delivery) svvs__delivery=$2 ;; --session) svvs__session=$2 ;; *) break ;; esac
    shift 2
  done
  svvs__usage 1 "svvs_open [--delivery DELIVERY] [--session SESSION] TYPE [VIEW] [NAME=VALUE…]" "$@" || return
  svvs__type=$1 svvs__view=$1
  shift
  case ${1-=} in *=*) ;; *) svvs__view=$1 && shift ;; esac
  svvs__request view/open open "$svvs__type" "$svvs__view" "$svvs__delivery" "$svvs__session" "$@"
}

# svvs_close VIEW: closes the view. Its calls are cancelled first.
svvs_close() {
  svvs__usage 1 "svvs_close VIEW" "$@" && svvs__request view/close view "$1"
}

# svvs_set VIEW NAME=VALUE…: sets properties, all or none.
svvs_set() {
  svvs__usage 2 "svvs_set VIEW NAME=VALUE…" "$@" &&
    svvs__request view/set set "$@"
}

# svvs_get VIEW: requests a new snapshot, which replaces the state.
svvs_get() {
  svvs__usage 1 "svvs_get VIEW" "$@" && svvs__request view/get view "$1"
}

# ---- Sessions: svvs_open_session, svvs_close_session, svvs_join, svvs_sessions and svvs_views are in
# session.sh.

# ---- Calls

# svvs_call [VIEW] ACTION [NAME=VALUE…]: calls an action and returns when it has ended. With
# `ifCommit:=$(svvs_commit VIEW)` the call is refused if the view has changed since.
svvs_call() {
  svvs__usage 1 "svvs_call [VIEW] ACTION [NAME=VALUE…]" "$@" && svvs__act svvs__request "$@"
}

# svvs_notify [VIEW] ACTION [NAME=VALUE…]: calls an action as a notification, without a reply.
svvs_notify() {
  svvs__usage 1 "svvs_notify [VIEW] ACTION [NAME=VALUE…]" "$@" && svvs__act svvs__notify "$@"
}

# svvs_request METHOD [PARAMS]: requests any method; PARAMS is JSON. svvs_result prints the result.
svvs_request() {
  svvs__usage 1 "svvs_request METHOD [PARAMS]" "$@" &&
    svvs__request "$1" json "${2-}"
}

# svvs_begin WORD…: sends the request of `svvs_WORD…` and prints its number without waiting for the reply, as in
# `load=$(svvs_begin call user load)`. The words are open, close, get, set, call, request, initialize,
# open_session, close_session and join.
svvs_begin() {
  case ${1-} in
    open | close | get | set | call | request | initialize | open_session | close_session | join) ;;
    *) svvs__fail 2 "expected svvs_begin call …, open …, close …, get …, set … or request …" || return ;;
  esac
  svvs__word=$1
  shift
  svvs__begins=yes svvs__begun=0
  "svvs_$svvs__word" "$@" || svvs__begun=$?
  svvs__begins=''
  return "$svvs__begun"
}

# svvs_finish CALL [SECONDS]: waits for a call of svvs_begin, and returns the status of the call.
svvs_finish() {
  svvs__usage 1 "svvs_finish CALL [SECONDS]" "$@" || return
  case $1 in '' | *[!0-9]*) svvs__fail 2 "expected the number of a call, got: $1" || return ;; esac
  svvs__check_reply "$1" && svvs__await "$1" "call $1" "${2:-$SVVS_TIMEOUT}"
}

# svvs_cancel CALL: cancels a call of svvs_begin. Its reply still comes: use svvs_finish.
svvs_cancel() {
  svvs__usage 1 "svvs_cancel CALL" "$@" || return
  case $1 in '' | *[!0-9]*) svvs__fail 2 "svvs_cancel: expected the number of a call, got: $1" || return ;; esac
  svvs_send "{\"jsonrpc\":\"2.0\",\"method\":\"\$/cancelRequest\",\"params\":{\"id\":$1}}"
}

# svvs_wait VIEW CONDITION [SECONDS]: returns as soon as the jq condition holds for the view's state.
svvs_wait() {
  svvs__usage 2 "svvs_wait VIEW CONDITION [SECONDS]" "$@" || return
  svvs__check_state "$1" "$2" && svvs__meet "$1" "$2" "${3:-$SVVS_TIMEOUT}"
}

# ---- State. A FILTER is a filter of jq; strings are printed without quotes. A filter or condition for a state fails if
# the view does not have the property that it reads first; jq reads others that are missing as null.

# svvs_state VIEW [FILTER]: prints the view's state.
svvs_state() {
  svvs__usage 1 "svvs_state VIEW [FILTER]" "$@" || return
  svvs__show "read(\$view; (${2-.}$svvs__newline))" "$1" "${2-.}"
}

# svvs_commit VIEW: prints the commit of the state.
svvs_commit() {
  svvs__usage 1 "svvs_commit VIEW" "$@" && svvs__show 'state_of($view).commit' "$1"
}

# svvs_result [FILTER], svvs_error [FILTER]: print the last result, and the last error.
svvs_result() { svvs__is_started && svvs__show ".result | (${1-.}$svvs__newline)" '' "${1-.}"; }
svvs_error() { svvs__is_started && svvs__show ".error | (${1-.}$svvs__newline)" '' "${1-.}"; }

# svvs_mark: sets a mark. svvs_since: prints the commits and replies that were received since the mark, one per line.
# Commits have their causes if svvs_initialize requested them. See sequence.jq.
svvs_mark() {
  svvs__is_started && svvs__marked=$(wc -l <"$svvs__dir/log") && echo "$svvs__marked" >"$svvs__dir/mark"
}

svvs_since() {
  svvs__is_started || return
  read -r svvs__marked <"$svvs__dir/mark"
  jq -nRr -L "$SVVS_SHELL" --argjson mark "$svvs__marked" 'include "sequence"; sequence($mark; inputs)' \
    "$svvs__dir/log" || return 2
}

# svvs_log [COUNT]: prints the last lines of both directions.
svvs_log() { svvs__is_started && tail -n "${1:-10}" "$svvs__dir/log" | cut -c 1-500; }

# ---- Raw lines: svvs_send and svvs_receive are in line.sh.
