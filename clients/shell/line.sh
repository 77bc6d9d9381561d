# shellcheck shell=sh
# shellcheck disable=SC2034,SC2154 # Variables are shared with the other parts.
# A part of svvs.sh: lines to and from the current server, with timeouts, and their log.

# svvs_send LINE: writes one line, for scripts that speak JSON-RPC themselves.
svvs_send() { svvs__is_started && svvs__send "$1"; }

# svvs_receive [SECONDS]: reads one line into svvs_line.
svvs_receive() {
  svvs__is_started || return
  svvs__time_limit "${1:-$SVVS_TIMEOUT}"
  svvs__received=0
  svvs__read || svvs__received=$?
  svvs__cancel_timer
  case $svvs__received in
    3) svvs__ended "a line" ;;
    124) svvs__fail 124 "expected a line within ${1:-$SVVS_TIMEOUT} s, got none" ;;
  esac
}

# ---- Private functions

# svvs__send LINE: writes one line. A background process, which the timeout kills, writes what the server's fifo may not
# have room for: 4,096 bytes fit, and a character has at most 4.
svvs__send() {
  svvs__is_sound "the line to be read" || return
  [ ! -e "$svvs__dir/hung-up" ] || svvs__fail 2 "expected no line after svvs_hang_up" || return
  svvs__ask sent "$SVVS_SECRETS" "$1" || svvs__break || return
  svvs__record '-->' "$svvs__answer"
  read -r svvs__unread svvs__last <"$svvs__dir/unread"
  svvs__unread=$((svvs__unread + 4 * ${#1} + 4))
  echo "$svvs__unread" >"$svvs__dir/unread"
  if [ "$svvs__unread" -lt 4096 ]; then printf '%s\n' "$1" 1<>"$svvs__dir/in" && return; fi
  # Opening a fifo for reading and writing does not block, even if the server has ended.
  (printf '%s\n' "$1" 1<>"$svvs__dir/in") 7>&- 2>/dev/null &
  svvs__writer=$!
  svvs__after "$SVVS_TIMEOUT" kill -KILL "$svvs__writer"
  svvs__sent=0
  wait "$svvs__writer" 2>/dev/null || svvs__sent=$?
  svvs__cancel_timer
  [ "$svvs__sent" -eq 0 ] || svvs__fail 124 "expected the server to read within $SVVS_TIMEOUT s, but it did not"
}

svvs__newline='
'

svvs__warn() { printf 'svvs: %s\n' "$*" >&2; }

svvs__fail() {
  svvs__failure=$1
  shift
  svvs__warn "$@"
  return "$svvs__failure"
}

# svvs__is_sound AWAITED: fails if the server has ended, or has violated the protocol.
svvs__is_sound() {
  [ ! -s "$svvs__dir/fault" ] || svvs__fail 3 "$(cat "$svvs__dir/fault")" || return
  [ ! -s "$svvs__dir/status" ] || svvs__ended "$1"
}

# Names the command if it has not sent a message: it may not be the command of a server.
svvs__ended() {
  svvs__command=''
  grep -q '^<-- {' "$svvs__dir/log" || svvs__command="; its command is $(cat "$svvs__dir/command")"
  svvs__fail 3 "expected $1, but the server has ended with status $(cat "$svvs__dir/status")$(svvs__masked "$svvs__command")"
}

# svvs__masked TEXT: prints the text without the passwords of its URLs and settings.
svvs__masked() {
  printf '%s' "$1" | sed "s|://[^ ]*@|://***@|g; s|\([Pp][Aa][Ss][Ss][Ww][Oo][Rr][Dd] *= *\)'[^']*'|\1***|g
    s|\([Pp][Aa][Ss][Ss][Ww][Oo][Rr][Dd] *= *\)[^ '&]*|\1***|g"
}

# svvs__record ARROW LINE: logs and traces a line. Secrets in sent lines are hidden.
svvs__record() {
  printf '%s %s\n' "$1" "$2" >>"$svvs__dir/log"
  [ -z "${SVVS_TRACE-}" ] || printf '%s %s\n' "$1" "$2" >&2
}

# svvs__is_secret TEXT: succeeds if one of the words is in the text, or an escape could hide one.
svvs__is_secret() {
  # shellcheck disable=SC2086 # A list of words.
  printf '%s\n' "$1" | grep -qiF -e "$(IFS=' ' && set -f && printf '%s\n' '\u' $SVVS_SECRETS)" || [ $? -gt 1 ]
}

# ---- Events. POSIX shells cannot read with a timeout. Therefore a background process sleeps, and then writes an
# event into the fifo that svvs__read reads: a record separator and the pid of the sleep. The write is atomic, and
# JSON texts do not contain the separator, so a line that the event splits can be joined again. The pid distinguishes
# a late event of an earlier timer. The end of the server is an event too.

svvs__separator=$(printf '\036')

svvs__post() { printf '%s%s\n' "$svvs__separator" "$1" 1<>"$svvs__dir/out"; }

# Sets svvs__number to the number of the next request.
svvs__next_number() {
  read -r svvs__number <"$svvs__dir/count"
  svvs__number=$((svvs__number + 1))
  echo "$svvs__number" >"$svvs__dir/count"
}

# svvs__time_limit SECONDS: makes svvs__read return 124 after this time.
# shellcheck disable=SC2016 # svvs__after expands it.
svvs__time_limit() { svvs__after "$1" eval 'svvs__post "$svvs__timer"'; }

# svvs__after SECONDS COMMAND…: runs a command in the background after this time, unless svvs__cancel_timer kills the
# sleep before. At most one timer runs.
svvs__after() {
  svvs__cancel_timer
  svvs__timer=$(
    (
      sleep "$1" >/dev/null &
      svvs__timer=$!
      echo "$svvs__timer" >"$svvs__dir/timer.pid"
      echo "$svvs__timer"
      exec >/dev/null
      wait "$svvs__timer" || [ $? -ne 137 ] || exit
      shift
      "$@"
    ) 2>/dev/null 7>&- &
  )
}

# A signal may have come before svvs__timer was set.
svvs__cancel_timer() { svvs__end "$svvs__dir/timer.pid" && svvs__timer=''; }

# svvs__end FILE…: kills the processes whose pids are in the files.
svvs__end() {
  for svvs__file; do
    ! read -r svvs__process <"$svvs__file" || kill -KILL "$svvs__process" || :
    true >"$svvs__file" || :
  done
} 2>/dev/null

# Reads the server's next line into svvs_line; returns 3 if the server has ended, 124 at the timeout.
# The statuses are explicit, since in a trap of bash a plain return has the status of the script.
svvs__read() {
  while [ -p "$svvs__dir/out" ] && [ ! -s "$svvs__dir/status" ]; do
    # A signal that does not end the script may end the read early.
    IFS= read -r svvs__part <>"$svvs__dir/out" || svvs__part=$svvs__part$svvs__separator
    case $svvs__part in
      *"$svvs__separator"*) svvs__receive_event "${svvs__part##*"$svvs__separator"}" || return 124 ;;
      *) svvs__complete_line "$svvs__part" && return 0 ;;
    esac
  done
  return 3
}

# svvs__receive_event TEXT: handles an event with this text. The file `rest` keeps the part of a line before the event.
svvs__receive_event() {
  printf '%s' "${svvs__part%"$svvs__separator"*}" >>"$svvs__dir/rest"
  case $1 in
    "$svvs__timer") return 124 ;;
    ended*) echo "${1#ended }" >"$svvs__dir/status" ;;
  esac
}

# svvs__complete_line TEXT: sets svvs_line to the line that ends with this text.
svvs__complete_line() {
  svvs_line=$1
  [ ! -s "$svvs__dir/rest" ] || { svvs_line=$(cat "$svvs__dir/rest")$1 && : >"$svvs__dir/rest"; }
  svvs__write_question received "$svvs_line"
  svvs__record '<--' "$svvs_line"
}
