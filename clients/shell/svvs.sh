# shellcheck shell=sh
# shellcheck disable=SC2016 # The dollars in single quotes are variables of jq.
# Talk to svvs state servers from a script. Source this file; it needs a POSIX shell and jq.
#
#   SVVS_SHELL=clients/shell                       # the folder of this file
#   . "$SVVS_SHELL/svvs.sh"
#   svvs_start                                     # the server is $SVVS, or else svvs on PATH
#   svvs_open login
#   svvs_call login login userId=12345 password=password
#   svvs_state login .loginState                   # prints loggedIn
#   svvs_stop
#
# A call returns when its action has settled, and by then every change it made has been folded into
# the state: there is nothing to sleep for. What happens later by itself is waited for by svvs_wait.
#
# Arguments are written name=text or name:=json, as in `increment by:=5`.
#
# Every function returns 0, or prints one line to stderr and returns
#     1   the server refused; svvs_error tells more, and `svvs_error .data.kind` is for branching
#     2   wrong use
#     3   the server ended, or said what it must not say
#   124   time is up
#
# SVVS_TIMEOUT: seconds to wait for a reply and for the server's end (default 10).
# SVVS_TRACE=1: show both directions on stderr.
# SVVS_SECRETS: words. A parameter whose name contains one, in any case, is shown as "…" by the trace
#   and in failures (default: password secret token).
#
# The library occupies file descriptor 7 and the traps of EXIT, HUP, INT and TERM; a script with traps
# of its own calls svvs_stop_all in that of EXIT. Start and stop belong in the script's own shell;
# everything else also works in $(…).
#
# It has parts, which lie beside it. Only bash can tell where a file that is sourced lies.

if [ -z "${SVVS_SHELL-}" ]; then
  # shellcheck disable=SC3028,SC3054 # Empty where it is unknown.
  [ -z "${BASH_VERSION-}" ] || SVVS_SHELL=$(dirname "${BASH_SOURCE:-.}")
fi
if [ -f "${SVVS_SHELL-}/fold.jq" ]; then SVVS_SHELL=$(CDPATH='' cd -- "$SVVS_SHELL" && pwd); else
  echo "svvs: expected the folder of svvs.sh in \$SVVS_SHELL, got: ${SVVS_SHELL:-nothing}" >&2
  # shellcheck disable=SC2317 # Outside of a function, return ends the sourcing.
  return 2 2>/dev/null || exit 2
fi
: "${SVVS_TIMEOUT:=10}" "${SVVS_SECRETS=password secret token}"
# shellcheck source=clients/shell/server.sh
. "$SVVS_SHELL/server.sh"
# shellcheck source=clients/shell/line.sh
. "$SVVS_SHELL/line.sh"
# shellcheck source=clients/shell/request.sh
. "$SVVS_SHELL/request.sh"

# ---- Servers: svvs_start, svvs_stop, svvs_stop_all, svvs_use and svvs_hang_up are in server.sh.

# svvs_initialize [NAME=VALUE…]: says what the script can do, before anything else, as in
# `svvs_initialize capabilities:='{"cause": true}'`. svvs_result prints what the server can.
svvs_initialize() {
  svvs__is_started && svvs__pairs "$@" && svvs__request initialize "$svvs__object" || return
  [ -z "$svvs__begins" ] || return 0
  svvs__version=$(svvs_result .protocolVersion) || return
  [ "$svvs__version" = 1 ] || svvs__fail 3 "expected protocol version 1, got $svvs__version"
}

# svvs_shutdown: cancels what is under way, has it answered, ends the server and returns its status.
svvs_shutdown() {
  svvs__is_started && svvs__request shutdown '{}' || return
  svvs_send '{"jsonrpc":"2.0","method":"exit"}' && svvs_stop
}

# ---- Views

# svvs_open [--delivery DELIVERY] [--session SESSION] TYPE [VIEW] [NAME=VALUE…]: opens a view with
# these parameters; VIEW defaults to TYPE, and DELIVERY is properties, patch or signal.
svvs_open() {
  svvs__options=''
  while [ $# -gt 1 ]; do
    case $1 in --delivery | --session) svvs__quote "$2" ;; *) break ;; esac
    svvs__options="$svvs__options,\"${1#--}\":$svvs__quoted"
    shift 2
  done
  svvs__arguments_at_least 1 "svvs_open [--delivery DELIVERY] [--session SESSION] TYPE [VIEW] [NAME=VALUE…]" "$@" ||
    return
  svvs__quote "$1" && svvs__type=$svvs__quoted svvs__view=$svvs__quoted
  shift
  case ${1-=} in *=*) ;; *) svvs__quote "$1" && svvs__view=$svvs__quoted && shift ;; esac
  svvs__pairs "$@" || return
  [ "$svvs__object" = '{}' ] || svvs__options="$svvs__options,\"params\":$svvs__object"
  svvs__request view/open "{\"type\":$svvs__type,\"view\":$svvs__view$svvs__options}"
}

# svvs_close VIEW: closes the view. Its calls are cancelled first.
svvs_close() {
  svvs__arguments_at_least 1 "svvs_close VIEW" "$@" || return
  svvs__quote "$1" && svvs__request view/close "{\"view\":$svvs__quoted}"
}

# svvs_open_session [SESSION], svvs_close_session SESSION: a session is a window of the front end.
# `svvs_result .session` is the name of one that the server named.
svvs_open_session() {
  svvs__is_started && svvs__pairs ${1+"session=$1"} && svvs__request session/open "$svvs__object"
}

svvs_close_session() {
  svvs__arguments_at_least 1 "svvs_close_session SESSION" "$@" || return
  svvs__quote "$1" && svvs__request session/close "{\"session\":$svvs__quoted}"
}

# svvs_set VIEW NAME=VALUE…: sets properties, all or none.
svvs_set() {
  svvs__arguments_at_least 2 "svvs_set VIEW NAME=VALUE…" "$@" || return
  svvs__quote "$1" && svvs__view=$svvs__quoted && shift
  svvs__pairs "$@" && svvs__request view/set "{\"view\":$svvs__view,\"properties\":$svvs__object}"
}

# svvs_get VIEW: asks for a fresh snapshot, which replaces the state held here.
svvs_get() {
  svvs__arguments_at_least 1 "svvs_get VIEW" "$@" || return
  svvs__quote "$1" && svvs__request view/get "{\"view\":$svvs__quoted}"
}

# ---- Calls

# svvs_call [VIEW] ACTION [NAME=VALUE…]: calls an action and returns when it has settled. With
# `ifCommit:=$(svvs_commit VIEW)` it is refused if the view has changed since.
svvs_call() {
  svvs__arguments_at_least 1 "svvs_call [VIEW] ACTION [NAME=VALUE…]" "$@" || return
  svvs__split_call "$@" && svvs__request "$svvs__action" "$svvs__object"
}

# svvs_notify [VIEW] ACTION [NAME=VALUE…]: calls an action and forgets it.
svvs_notify() {
  svvs__arguments_at_least 1 "svvs_notify [VIEW] ACTION [NAME=VALUE…]" "$@" || return
  svvs__split_call "$@" && svvs__message "" "$svvs__action" "$svvs__object" && svvs_send "$svvs__message"
}

# svvs_request METHOD [PARAMS]: any other method; PARAMS is JSON. svvs_result prints the result.
svvs_request() {
  svvs__arguments_at_least 1 "svvs_request METHOD [PARAMS]" "$@" || return
  svvs__params=${2-}
  [ -n "$svvs__params" ] || svvs__params='{}'
  svvs__params=$(printf '%s\n' "$svvs__params" | svvs__compact 2>/dev/null) ||
    svvs__fail 2 "svvs_request $1: expected JSON parameters" || return
  svvs__request "$1" "$svvs__params"
}

# svvs_batch METHOD PARAMS [METHOD PARAMS]…: several requests in one message. svvs_result prints the
# array of their outcomes, {result} or {error}; one that is refused makes it all refused.
svvs_batch() {
  svvs__arguments_at_least 2 "svvs_batch METHOD PARAMS [METHOD PARAMS]…" "$@" || return
  svvs__list='' svvs__numbers=''
  while [ $# -gt 0 ]; do
    svvs__params=$(printf '%s\n' "${2-}" | svvs__compact 2>/dev/null) ||
      svvs__fail 2 "svvs_batch $1: expected JSON parameters" || return
    svvs__draw && svvs__message "$svvs__number" "$1" "$svvs__params" || return
    svvs__list=${svvs__list:+$svvs__list,}$svvs__message
    svvs__numbers=${svvs__numbers:+$svvs__numbers,}$svvs__number
    shift 2
  done
  svvs__ask "[$svvs__numbers]" "the batch" "[$svvs__list]"
}

# svvs_begin WORD…: begins what `svvs_WORD…` does, prints the number of the call, and goes on, as in
# `load=$(svvs_begin call user load)`. The words are open, close, get, set, call, request, batch and
# initialize, and those of sessions.
svvs_begin() {
  case ${1-} in
    open | close | get | set | call | request | batch | initialize | open_session | close_session) ;;
    *) svvs__fail 2 "expected svvs_begin call …, open …, close …, get …, set … or request …" || return ;;
  esac
  svvs__word=$1
  shift
  svvs__begins=yes svvs__begun=0
  "svvs_$svvs__word" "$@" || svvs__begun=$?
  svvs__begins=''
  return "$svvs__begun"
}

# svvs_finish CALL [SECONDS]: waits for a call that was begun, and returns as it would have returned.
svvs_finish() {
  svvs__arguments_at_least 1 "svvs_finish CALL [SECONDS]" "$@" || return
  svvs__await "$1" "call $1" "${2:-$SVVS_TIMEOUT}"
}

# svvs_cancel CALL: asks for a call that was begun to end early. It is still finished by svvs_finish.
svvs_cancel() {
  svvs__arguments_at_least 1 "svvs_cancel CALL" "$@" || return
  case $1 in '' | *[!0-9]*) svvs__fail 2 "svvs_cancel: expected the number of a call, got: $1" || return ;; esac
  svvs__message "" '$/cancelRequest' "{\"id\":$1}" && svvs_send "$svvs__message"
}

# svvs_wait VIEW CONDITION [SECONDS]: returns as soon as the jq condition holds for the view's state.
svvs_wait() {
  svvs__arguments_at_least 2 "svvs_wait VIEW CONDITION [SECONDS]" "$@" || return
  svvs__meet "$1" "$2" "${3:-$SVVS_TIMEOUT}"
}

# ---- What is known. A FILTER is one of jq; texts are printed without their quotes.

# svvs_state VIEW [FILTER]: prints the view's state.
svvs_state() {
  svvs__arguments_at_least 1 "svvs_state VIEW [FILTER]" "$@" || return
  svvs__show "state_of(\$view).state | (${2-.}$svvs__newline)" "$1"
}

# svvs_commit VIEW: prints the commit of the state. svvs_stale VIEW: prints the names of properties
# whose values have changed since, if the delivery is signal.
svvs_commit() {
  svvs__arguments_at_least 1 "svvs_commit VIEW" "$@" && svvs__show 'state_of($view).commit' "$1"
}

svvs_stale() {
  svvs__arguments_at_least 1 "svvs_stale VIEW" "$@" && svvs__show 'state_of($view).stale[]' "$1"
}

# svvs_result [FILTER], svvs_error [FILTER]: print the result of the last success, the error of the
# last refusal.
svvs_result() { svvs__is_started && svvs__show ".result | (${1-.}$svvs__newline)"; }
svvs_error() { svvs__is_started && svvs__show ".error | (${1-.}$svvs__newline)"; }

# svvs_mark: from here on. svvs_since: prints what came since the mark, a line each: commits, with the
# calls behind them if `initialize` asked for causes, and replies. See sequence.jq.
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

# ---- Lines as they are: svvs_send and svvs_receive are in line.sh.
