# shellcheck shell=sh
# shellcheck disable=SC2034,SC2154 # Variables are shared with the other parts.
# A part of svvs.sh: lines to and from the current server, with time limits, and their log.

# svvs_send LINE: writes one line, for scripts that speak JSON-RPC themselves.
svvs_send() {
  svvs__is_started || return
  [ ! -e "$svvs__dir/closed" ] || svvs__ended "the line to be read" || return
  [ ! -e "$svvs__dir/hung-up" ] || svvs__fail 2 "expected no line behind svvs_hang_up" || return
  svvs__record '-->' "$1"
  # Opened for both, a fifo does not block when it is opened, even if the server is gone.
  (printf '%s\n' "$1" 1<>"$svvs__dir/in") 7>&- 2>/dev/null &
  svvs__writer=$!
  svvs__after "$SVVS_TIMEOUT" kill -KILL "$svvs__writer"
  svvs__sent=0
  wait "$svvs__writer" 2>/dev/null || svvs__sent=$?
  svvs__silence
  [ "$svvs__sent" -eq 0 ] || svvs__fail 124 "expected the server to read within $SVVS_TIMEOUT s, it does not"
}

# svvs_receive [SECONDS]: reads one line into svvs_line. What it says is not folded into any state.
svvs_receive() {
  svvs__is_started || return
  svvs__draw
  svvs__time_limit "${1:-$SVVS_TIMEOUT}"
  svvs__read || svvs__no_line $? "a line" "${1:-$SVVS_TIMEOUT}"
  svvs__received=$?
  svvs__silence
  return "$svvs__received"
}

# ---- What follows is private.

svvs__newline='
'

svvs__say() { printf 'svvs: %s\n' "$*" >&2; }

svvs__fail() {
  svvs__failure=$1
  shift
  svvs__say "$@"
  return "$svvs__failure"
}

# svvs__record ARROW LINE: logs and traces a line, without secrets if it is sent. What is sent waits
# in a file of its own until it is folded, beside what svvs__read_on has received.
svvs__record() {
  svvs__shown=$2
  if [ "$1" = '-->' ]; then
    svvs__hide
    printf '%s %s\n' "$1" "$svvs__shown" >>"$svvs__dir/pending"
  fi
  printf '%s %s\n' "$1" "$svvs__shown" >>"$svvs__dir/log"
  [ -z "${SVVS_TRACE-}" ] || printf '%s %s\n' "$1" "$svvs__shown" >&2
}

# Replaces secrets in svvs__shown. What only looks like JSON is not shown from the first word on.
svvs__hide() {
  svvs__is_secret "$svvs__shown" || return 0
  # shellcheck disable=SC2016 # The dollars are jq's.
  svvs__shown=$(printf '%s' "$svvs__shown" | jq -Rrs -L "$SVVS_SHELL" --arg words "$SVVS_SECRETS" 'include "json";
    ($words | ascii_downcase | split(" ") | map(select(. != ""))) as $words
    | . as $line | (try value catch null) as $value
    | if $value != null then $value | masked($words) | text
      else ascii_downcase as $low | $line[:([$words[], "\\u" | . as $word | $low | split($word)[0] | length] | min)] + "…" end'
  ) || svvs__shown='…'
}

# svvs__is_secret TEXT: succeeds if one of the words is in the text, or an escape could hide one.
svvs__is_secret() {
  case $1 in *'\u'*) return 0 ;; esac
  if [ "${svvs__words-}" != "$SVVS_SECRETS" ]; then
    svvs__words=$SVVS_SECRETS
    svvs__patterns=$(printf '%s' "$SVVS_SECRETS" |
      awk '{ gsub(/[^ ]/, "[&&]"); for (i = 1; i <= length; i++) printf "%s", \
        substr($0, i - 1, 1) == "[" ? tolower(substr($0, i, 1)) : toupper(substr($0, i, 1)) }')
  fi
  svvs__left="$svvs__patterns "
  while [ -n "$svvs__left" ]; do
    svvs__pattern=${svvs__left%% *} svvs__left=${svvs__left#* }
    # shellcheck disable=SC2254 # A pattern.
    [ -z "$svvs__pattern" ] || case $1 in *$svvs__pattern*) return 0 ;; esac
  done
  return 1
}

# ---- Time. No shell can read with a time limit portably, so the limit comes in by the same door as
# the server's lines: a process that sleeps, unless it is silenced first, writes a bell into the fifo
# we read. The bell is one atomic write wherever it lands, and the record separator it begins with
# never stands in JSON text, so a line it cut in two is put together again. Each bell has a number,
# lest one that rang too late be taken for the next. That the output is closed comes as a bell too.

svvs__bell=$(printf '\036')

# Draws the number of the next request or bell.
svvs__draw() {
  read -r svvs__number <"$svvs__dir/count"
  svvs__number=$((svvs__number + 1))
  echo "$svvs__number" >"$svvs__dir/count"
}

# Lets svvs__read return 124 after so many seconds.
svvs__time_limit() { svvs__after "$1" svvs__ring "$svvs__number"; }

svvs__ring() { printf '%s%s\n' "$svvs__bell" "$1" 1<>"$svvs__dir/out"; }

# svvs__after SECONDS COMMAND…: runs the command then, in the background. There is one alarm at most.
svvs__after() {
  svvs__silence
  svvs__is_starting=yes
  (
    sleep "$1" &
    echo "$!" 1<>"$svvs__dir/pids"
    wait "$!" || [ $? -ne 137 ] || exit
    shift
    "$@"
  ) </dev/null >/dev/null 2>&1 7>&- &
  svvs__alarm=$!
  read -r svvs__nap <>"$svvs__dir/pids" || read -r svvs__nap <>"$svvs__dir/pids" ||
    svvs__nap='' # The first may meet a signal.
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
# What a bell cut off waits in the file rest.
svvs__read() {
  svvs__rest=''
  [ ! -s "$svvs__dir/rest" ] || { IFS= read -r svvs__rest <"$svvs__dir/rest" && : >"$svvs__dir/rest"; }
  [ ! -e "$svvs__dir/closed" ] || return 3
  while IFS= read -r svvs_line <>"$svvs__dir/out"; do
    case $svvs_line in
      *"$svvs__bell"*)
        svvs__rest=$svvs__rest${svvs_line%"$svvs__bell"*}
        case ${svvs_line##*"$svvs__bell"} in
          closed)
            : >"$svvs__dir/closed"
            [ -n "$svvs__rest" ] || return 3
            svvs_line=$svvs__rest
            svvs__record '<--' "$svvs_line"
            return 0
            ;;
          "$svvs__number")
            [ -z "$svvs__rest" ] || printf '%s\n' "$svvs__rest" >"$svvs__dir/rest"
            return 124
            ;;
        esac
        ;;
      *)
        svvs_line=$svvs__rest$svvs_line
        svvs__record '<--' "$svvs_line"
        return 0
        ;;
    esac
  done
  return 124 # A signal that the script ignores.
}

# svvs__no_line STATUS AWAITED [SECONDS]: passes on why there is no line; with SECONDS, says so.
svvs__no_line() {
  [ "$1" -ne 3 ] || svvs__ended "$2" || return
  [ -z "${3-}" ] || svvs__say "expected $2 within $3 s, got none"
  return "$1"
}
