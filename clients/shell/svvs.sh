# shellcheck shell=sh
# shellcheck disable=SC2016 # The dollars in single quotes are variables of jq.
# Talk to an svvs state server from a script. Source this file; it needs a POSIX shell and jq.
#
#   . clients/shell/svvs.sh
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
# SVVS_TRACE=1: show both directions on stderr, passwords included.
#
# One server at a time. It occupies file descriptors 7, 8 and 9 and the traps of EXIT, HUP, INT and
# TERM; a script with traps of its own calls svvs_stop in that of EXIT. Start and stop belong in the
# script's own shell; everything else also works in $(…).

# svvs_start [OPTION…]: starts `svvs serve OPTION…`.
svvs_start() {
  [ -z "${svvs__dir-}" ] || svvs__fail 2 "svvs_start: expected no server, but one is running" || return
  command -v jq >/dev/null || svvs__fail 2 "expected jq on PATH, found none" || return
  svvs__program=$(command -v "${SVVS:-svvs}") && [ -f "$svvs__program" ] && [ -x "$svvs__program" ] ||
    svvs__fail 2 "expected an executable in \$SVVS or svvs on PATH, got: ${SVVS:-svvs}" || return
  svvs__dir=$(mktemp -d "${TMPDIR:-/tmp}/svvs.XXXXXX") && mkfifo "$svvs__dir/in" "$svvs__dir/out" "$svvs__dir/pids" ||
    return 2
  echo 0 >"$svvs__dir/count"
  echo '{"views":{}}' >"$svvs__dir/state"
  svvs__alarm='' svvs__status='' svvs__rest='' svvs__signal='' svvs__is_starting=yes
  trap svvs_stop EXIT
  trap 'svvs__exit 129' HUP
  trap 'svvs__exit 130' INT
  trap 'svvs__exit 143' TERM
  "$svvs__program" serve "$@" <"$svvs__dir/in" >"$svvs__dir/out" &
  svvs__pid=$!
  exec 7<>"$svvs__dir/pids" 8>"$svvs__dir/in" 9<"$svvs__dir/out"
  svvs__has_started
}

# svvs_stop: ends the server's input, lets it finish its work, and returns its exit status.
svvs_stop() {
  [ -n "${svvs__dir-}" ] || return 0
  svvs__signal=''
  svvs_hang_up
  svvs__draw
  svvs__time_limit "$SVVS_TIMEOUT"
  svvs__outcome=0
  while [ "$svvs__outcome" -eq 0 ]; do svvs__read || svvs__outcome=$?; done
  svvs__silence
  if [ "$svvs__outcome" -eq 124 ]; then
    svvs__say "expected the server to end within $SVVS_TIMEOUT s of its input, it does not"
    kill "$svvs__pid" 2>/dev/null || :
  fi
  svvs__reap
  exec 7>&- 9<&-
  rm -rf "$svvs__dir"
  svvs__dir=''
  trap - EXIT HUP INT TERM
  return "$svvs__status"
}

# svvs_open TYPE [VIEW] [NAME=VALUE…]: opens a view with these parameters; VIEW defaults to TYPE.
svvs_open() {
  svvs__arguments_at_least 1 "svvs_open TYPE [VIEW] [NAME=VALUE…]" "$@" || return
  svvs__type=$1 svvs__view=$1
  shift
  case ${1-=} in *=*) ;; *) svvs__view=$1 && shift ;; esac
  svvs__shape='{type: $type, view: $view} + if . == {} then {} else {params: .} end'
  svvs__params=$(svvs__object "$svvs__shape" "$@") && svvs__request view/open "$svvs__params"
}

# svvs_close VIEW: closes the view. Its calls are cancelled first.
svvs_close() {
  svvs__arguments_at_least 1 "svvs_close VIEW" "$@" || return
  svvs__view=$1
  svvs__params=$(svvs__object '{view: $view}') && svvs__request view/close "$svvs__params" || return
  svvs__known=$(jq -c --arg view "$1" 'objects | del(.views[$view])' "$svvs__dir/state")
  printf '%s\n' "$svvs__known" >"$svvs__dir/state"
}

# svvs_call [VIEW] ACTION [NAME=VALUE…]: calls an action and returns when it has settled.
svvs_call() {
  svvs__arguments_at_least 1 "svvs_call [VIEW] ACTION [NAME=VALUE…]" "$@" || return
  svvs__split_call "$@" && svvs__request "$svvs__action" "$svvs__params"
}

# svvs_notify [VIEW] ACTION [NAME=VALUE…]: calls an action without waiting for it.
svvs_notify() {
  svvs__arguments_at_least 1 "svvs_notify [VIEW] ACTION [NAME=VALUE…]" "$@" || return
  svvs__split_call "$@" || return
  svvs__message=$(svvs__message "" "$svvs__action" "$svvs__params") && svvs_send "$svvs__message"
}

# svvs_set VIEW NAME=VALUE…: sets properties, all or none.
svvs_set() {
  svvs__arguments_at_least 2 "svvs_set VIEW NAME=VALUE…" "$@" || return
  svvs__view=$1
  shift
  svvs__params=$(svvs__object '{view: $view, properties: .}' "$@") && svvs__request view/set "$svvs__params"
}

# svvs_get VIEW: asks for a fresh snapshot, which replaces the state held here.
svvs_get() {
  svvs__arguments_at_least 1 "svvs_get VIEW" "$@" || return
  svvs__view=$1
  svvs__params=$(svvs__object '{view: $view}') && svvs__request view/get "$svvs__params"
}

# svvs_request METHOD [PARAMS]: any other method; PARAMS is JSON. svvs_result prints the result.
svvs_request() {
  svvs__arguments_at_least 1 "svvs_request METHOD [PARAMS]" "$@" || return
  svvs__params=${2-}
  [ -n "$svvs__params" ] || svvs__params='{}'
  svvs__params=$(printf '%s\n' "$svvs__params" | jq -c . 2>/dev/null) ||
    svvs__fail 2 "svvs_request $1: expected JSON parameters" || return
  svvs__request "$1" "$svvs__params"
}

# svvs_state VIEW [FILTER]: prints the view's state, or what the jq filter makes of it.
svvs_state() {
  svvs__arguments_at_least 1 "svvs_state VIEW [FILTER]" "$@" || return
  jq -rc --arg view "$1" "$svvs__state_of_view | (${2-.})" "$svvs__dir/state" || return 2
}

# svvs_result [FILTER], svvs_error [FILTER]: print the result of the last success, the error of the
# last refusal.
svvs_result() { svvs__is_started && jq -rc "objects | .result | (${1-.})" "$svvs__dir/state" || return 2; }
svvs_error() { svvs__is_started && jq -rc "objects | .error | (${1-.})" "$svvs__dir/state" || return 2; }

# svvs_wait VIEW CONDITION [SECONDS]: returns as soon as the jq condition holds for the view's state.
svvs_wait() {
  svvs__arguments_at_least 2 "svvs_wait VIEW CONDITION [SECONDS]" "$@" || return
  svvs__draw
  svvs__time_limit "${3:-$SVVS_TIMEOUT}"
  while svvs__is_unmet "$1" "$2"; do
    svvs__fold_next "" "$2 in view $1" && continue
    svvs__unmet=$?
    [ "$svvs__unmet" -ne 124 ] || svvs__say \
      "view $1: expected $2 within ${3:-$SVVS_TIMEOUT} s, got $(svvs_state "$1")"
    break
  done
  svvs__silence
  return "$svvs__unmet"
}

# Lines as they are, for scripts that speak JSON-RPC themselves. They do not touch the folded state.
#
# svvs_send LINE        writes one line.
# svvs_receive [SECONDS] reads one line into svvs_line.
# svvs_hang_up          ends the server's input.
svvs_send() {
  svvs__is_started || return
  svvs__trace '-->' "$1"
  (printf '%s\n' "$1" >&8) 2>/dev/null &
  svvs__writer=$!
  svvs__after "$SVVS_TIMEOUT" kill -KILL "$svvs__writer"
  svvs__sent=0
  wait "$svvs__writer" 2>/dev/null || svvs__sent=$?
  svvs__silence
  case $svvs__sent in
    0) ;;
    137) svvs__fail 124 "expected the server to read within $SVVS_TIMEOUT s, it does not" ;;
    *) svvs__ended "the line to be read" ;;
  esac
}

svvs_receive() {
  svvs__is_started || return
  svvs__draw
  svvs__time_limit "${1:-$SVVS_TIMEOUT}"
  svvs__read || svvs__no_line $? "a line" "${1:-$SVVS_TIMEOUT}"
  svvs__received=$?
  svvs__silence
  return "$svvs__received"
}

svvs_hang_up() { exec 8>&-; }

# ---- What follows is private. ----------------------------------------------------------------

: "${SVVS_TIMEOUT:=10}"
svvs__newline='
'

svvs__say() { printf 'svvs: %s\n' "$*" >&2; }

svvs__fail() {
  svvs__failure=$1
  shift
  svvs__say "$@"
  return "$svvs__failure"
}

svvs__trace() {
  [ -z "${SVVS_TRACE-}" ] || printf '%s %s\n' "$1" "$2" >&2
}

svvs__is_started() {
  [ -n "${svvs__dir-}" ] || svvs__fail 2 "expected a running server: call svvs_start first"
}

svvs__arguments_at_least() {
  [ $(($# - 2)) -ge "$1" ] || svvs__fail 2 "expected $2" || return
  svvs__is_started
}

svvs__split_call() {
  svvs__view=''
  case ${2-=} in *=*) ;; *) svvs__view=$1 && shift ;; esac
  svvs__action=$1
  shift
  svvs__params=$(svvs__object 'if $view == "" then . else {view: $view} + . end' "$@")
}

# A signal that comes while a process is being started takes effect when its pid is known: what the
# script cannot name it cannot end.
svvs__exit() {
  [ -z "$svvs__is_starting" ] || svvs__signal=$1
  [ -n "$svvs__is_starting" ] || exit "$1"
}

svvs__has_started() {
  svvs__is_starting=''
  [ -z "$svvs__signal" ] || exit "$svvs__signal"
}

# svvs__object SHAPE [NAME=VALUE…]: prints the pairs as an object put into this shape. Values go
# through a pipe: the arguments of a process are everybody's to read, and one may be a password.
svvs__object() {
  svvs__shape=$1
  shift
  printf '%s\0' "$@" | jq -Rsc --arg view "${svvs__view-}" --arg type "${svvs__type-}" '
    def wrong: "svvs: \(.)\n" | halt_error(2);
    split("\u0000") | map(
      select(. != "") | split("=") as $parts | $parts[0] as $name | ($parts[1:] | join("=")) as $text
      | if ($parts | length) == 1 then "expected name=value or name:=json, got: \(.)" | wrong
        elif $name | endswith(":") then
          {($name[:-1]): (try ($text | fromjson) catch ("expected JSON after \($name)=" | wrong))}
        else {($name): $text} end)
    | add // {} | '"$svvs__shape"
}

# svvs__message ID METHOD PARAMS: prints a request, or a notification if ID is empty.
svvs__message() {
  case $2 in
    '' | *[!A-Za-z0-9_./\$-]*) svvs__fail 2 "expected the name of a method, got: $2" || return ;;
  esac
  printf '{"jsonrpc":"2.0",%s"method":"%s","params":%s}\n' "${1:+\"id\":$1,}" "$2" "$3"
}

# svvs__request METHOD PARAMS: sends a request and folds what arrives until its reply has come.
svvs__request() {
  svvs__is_started && svvs__draw || return
  svvs__message=$(svvs__message "$svvs__number" "$1" "$2") && svvs_send "$svvs__message" || return
  svvs__time_limit "$SVVS_TIMEOUT"
  svvs__verdict=other svvs__outcome=0
  while [ "$svvs__verdict" = other ] && [ "$svvs__outcome" -eq 0 ]; do
    svvs__fold_next "$svvs__number" "the reply to $1" || svvs__outcome=$?
  done
  svvs__silence
  case $svvs__outcome,$svvs__verdict in
    0,refused) svvs__fail 1 "$1: $(svvs_error '"\(.data.kind // .code): \(.message)"')" ;;
    124,*) svvs__fail 124 "expected the reply to $1 within $SVVS_TIMEOUT s, got none" ;;
    *) return "$svvs__outcome" ;;
  esac
}

# The folded state is kept in a file, so that a call within $(…) is not lost on the script:
# {views: {ID: {commit, state}}, result?, error?, fault?}. The shell learns from the line before it
# what the last message was: "reply", "refused" (to the request awaited), "fault" or "other".
svvs__fold='
  def fault($text): .fault = $text;
  def fold($commit; $change):
    .views[$change.view] as $held
    | if $held == null then fault("expected changes of open views, got one of view \($change.view)")
      elif $held.commit != $change.from then
        fault("view \($change.view): expected a change from commit \($held.commit), got one from \($change.from)")
      elif $change.changes == null then fault("view \($change.view): expected changed properties, got none")
      else .views[$change.view] = {commit: $commit, state: ($held.state + $change.changes)} end;
  def snapshot:
    if type == "object" and has("view") and has("state") then {(.view): {commit, state}} else {} end;

  . as $messages | $messages[0] as $message | $known[-1] | del(.fault) | .verdict = "other"
  | if ($messages | length) != 1 or ($message | type) != "object" then fault("expected one message on a line")
    elif $message.method == "state/changed" then
      reduce $message.params.views[] as $change (.; fold($message.params.commit; $change))
    elif $message | has("method") then .
    elif $message.id == null then fault("expected no error without an id, got \($message.error.message)")
    elif $message.id != $id then .
    elif $message | has("error") then .error = $message.error | .verdict = "refused"
    else .result = $message.result | .views += ($message.result | snapshot) | .verdict = "reply" end
  | if .fault then .verdict = "fault" else . end
  | .verdict, del(.verdict)'

svvs__state_of_view='objects | .views | if has($view) then .[$view].state else
  "svvs: expected an open view, got \($view); open: \(keys | join(", "))\n" | halt_error(2) end'

# svvs__fold_next ID AWAITED: reads one message, folds it, and sets svvs__verdict.
svvs__fold_next() {
  svvs__read || svvs__no_line $? "$2" || return
  svvs__folded=$(printf '%s\n' "$svvs_line" | jq -sc --argjson id "${1:-null}" \
    --slurpfile known "$svvs__dir/state" "$svvs__fold" 2>/dev/null) ||
    svvs__fail 3 "expected a JSON-RPC message, got: $(printf '%.200s' "$svvs_line")" || return
  printf '%s\n' "$svvs__folded" >"$svvs__dir/state"
  svvs__verdict=${svvs__folded%%"$svvs__newline"*}
  svvs__verdict=${svvs__verdict#\"}
  svvs__verdict=${svvs__verdict%\"}
  [ "$svvs__verdict" != fault ] || svvs__fail 3 "$(jq -r 'objects | .fault' "$svvs__dir/state")"
}

# svvs__is_unmet VIEW CONDITION: succeeds while the condition does not hold; else sets svvs__unmet to
# 0 if it does and 2 if it is none.
svvs__is_unmet() {
  svvs__unmet=0
  jq -e --arg view "$1" "$svvs__state_of_view | ($2)" "$svvs__dir/state" >/dev/null || svvs__unmet=$?
  case $svvs__unmet in
    0) return 1 ;;
    1 | 4) return 0 ;; # false or null; nothing at all
    *) svvs__unmet=2 && return 1 ;;
  esac
}

# ---- Time. No shell can read with a time limit portably, so the limit comes in by the same door as
# the server's lines: a process that sleeps, unless it is silenced first, writes a bell into the fifo
# we read. The bell is one atomic write wherever it lands, and the record separator it begins with
# never stands in JSON text, so a line it cut in two is put together again. Each bell has a number,
# lest one that rang too late be taken for the next.

svvs__bell=$(printf '\036')

# Draws the number of the next request or bell.
svvs__draw() {
  read -r svvs__number <"$svvs__dir/count"
  svvs__number=$((svvs__number + 1))
  echo "$svvs__number" >"$svvs__dir/count"
}

# Lets svvs__read return 124 after so many seconds.
svvs__time_limit() { svvs__after "$1" svvs__ring "$svvs__number"; }

# Opened for both, a fifo never blocks, even if no one is left to read.
svvs__ring() { printf '%s%s\n' "$svvs__bell" "$1" 1<>"$svvs__dir/out"; }

# svvs__after SECONDS COMMAND…: runs the command then, in the background. There is one alarm at most.
svvs__after() {
  svvs__silence
  svvs__is_starting=yes
  (
    sleep "$1" &
    echo "$!" >&7
    wait "$!" || [ $? -ne 137 ] || exit
    shift
    "$@"
  ) </dev/null >/dev/null 2>&1 8>&- 9<&- &
  svvs__alarm=$!
  read -r svvs__nap <&7 || read -r svvs__nap <&7 || svvs__nap='' # The first may meet a signal.
  svvs__has_started
}

# It is the sleep that is killed, and by KILL, lest the traps of the script run in a child of its.
svvs__silence() {
  [ -n "$svvs__alarm" ] || return 0
  kill -KILL "${svvs__nap:-$svvs__alarm}" 2>/dev/null || :
  wait "$svvs__alarm" 2>/dev/null || :
  svvs__alarm=''
}

# Reads the server's next line into svvs_line; 3 at the end of its output, 124 when the bell rings.
svvs__read() {
  while IFS= read -r svvs_line <&9 || [ -n "$svvs_line$svvs__rest" ]; do
    case $svvs_line in
      *"$svvs__bell"*)
        svvs__rest=$svvs__rest${svvs_line%"$svvs__bell"*}
        [ "${svvs_line##*"$svvs__bell"}" != "$svvs__number" ] || return 124
        ;;
      *)
        svvs_line=$svvs__rest$svvs_line
        svvs__rest=''
        svvs__trace '<--' "$svvs_line"
        return 0
        ;;
    esac
  done
  return 3
}

# svvs__no_line STATUS AWAITED [SECONDS]: passes on why there is no line; with SECONDS, says so.
svvs__no_line() {
  [ "$1" -ne 3 ] || svvs__ended "$2" || return
  [ -z "${3-}" ] || svvs__say "expected $2 within $3 s, got none"
  return "$1"
}

svvs__ended() {
  svvs__reap
  svvs__fail 3 "expected $1, but the server ended (status $svvs__status)"
}

# Waits for the server's end, which a server that has closed its output is near to.
svvs__reap() {
  [ -z "$svvs__status" ] || return 0
  svvs__after "$SVVS_TIMEOUT" kill -KILL "$svvs__pid"
  svvs__status=0
  wait "$svvs__pid" 2>/dev/null || svvs__status=$?
  svvs__silence
}
