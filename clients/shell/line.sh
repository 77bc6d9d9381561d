# shellcheck shell=sh
# shellcheck disable=SC2034,SC2154 # Variables are shared with the other parts.
# A part of svvs.sh: lines to and from the current server, with time limits, and their log.

# svvs_send LINE: writes one line, for scripts that speak JSON-RPC themselves.
svvs_send() {
  svvs__is_started && svvs__is_sound "the line to be read" || return
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

# svvs_receive [SECONDS]: reads one line into svvs_line.
svvs_receive() {
  svvs__is_started || return
  svvs__time_limit "${1:-$SVVS_TIMEOUT}"
  svvs__received=0
  svvs__read || svvs__received=$?
  svvs__silence
  case $svvs__received in
    3) svvs__ended "a line" ;;
    124) svvs__fail 124 "expected a line within ${1:-$SVVS_TIMEOUT} s, got none" ;;
  esac
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

# svvs__is_sound AWAITED: fails if the server has ended, or has said what it must not say.
svvs__is_sound() {
  [ ! -s "$svvs__dir/fault" ] || svvs__fail 3 "$(cat "$svvs__dir/fault")" || return
  [ ! -s "$svvs__dir/status" ] || svvs__ended "$1"
}

svvs__ended() {
  svvs__fail 3 "expected $1, but the server ended (status $(cat "$svvs__dir/status"))"
}

# svvs__record ARROW LINE: logs and traces a line, which is folded when somebody asks; without its
# secrets if it is sent.
svvs__record() {
  svvs__shown=$2
  [ "$1" = '<--' ] || svvs__hide
  printf '%s %s\n' "$1" "$svvs__shown" >>"$svvs__dir/log"
  printf '%s %s\n' "$1" "$svvs__shown" >>"$svvs__dir/pending"
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
  # shellcheck disable=SC2086 # A list of words.
  printf '%s\n' "$1" | grep -qiF -e "$(IFS=' ' && set -f && printf '%s\n' '\u' $SVVS_SECRETS)" || [ $? -gt 1 ]
}

# ---- Time. No shell can read with a time limit portably, so the limit comes in by the same door as
# the server's lines: a process that sleeps, unless it is silenced first, writes a bell into the fifo
# we read. The bell is one atomic write wherever it lands, and the record separator it begins with
# never stands in JSON text, so a line it cut in two is put together again. A bell tells who slept,
# lest one that rang too late be taken for the next. The server's end comes as a bell too.

svvs__bell=$(printf '\036')

svvs__ring() { printf '%s%s\n' "$svvs__bell" "$1" >"$svvs__dir/out"; }

# Draws the number of the next request.
svvs__draw() {
  read -r svvs__number <"$svvs__dir/count"
  svvs__number=$((svvs__number + 1))
  echo "$svvs__number" >"$svvs__dir/count"
}

# Lets svvs__read return 124 after so many seconds.
# shellcheck disable=SC2016 # It is the bell's.
svvs__time_limit() { svvs__after "$1" eval 'svvs__ring "$svvs__nap"'; }

# svvs__after SECONDS COMMAND…: runs the command then, in the background, unless it is silenced: its
# sleep is killed. There is one at most.
svvs__after() {
  svvs__silence
  svvs__nap=$(
    (
      sleep "$1" >/dev/null &
      svvs__nap=$!
      echo "$svvs__nap"
      exec >/dev/null
      wait "$svvs__nap" || [ $? -ne 137 ] || exit
      shift
      "$@"
    ) 2>/dev/null 7>&- &
  )
}

svvs__silence() {
  [ -z "$svvs__nap" ] || kill -KILL "$svvs__nap" 2>/dev/null || :
  svvs__nap=''
}

# Reads the server's next line into svvs_line; 3 if the server has ended, 124 when the bell rings.
# Within a trap, a return that is not given a status has that of the script, in bash.
svvs__read() {
  while [ -p "$svvs__dir/out" ] && [ ! -s "$svvs__dir/status" ]; do
    # A signal that the script lives on after may end the read early.
    IFS= read -r svvs__part <>"$svvs__dir/out" || svvs__part=$svvs__part$svvs__bell
    case $svvs__part in
      *"$svvs__bell"*) svvs__hear "${svvs__part##*"$svvs__bell"}" || return 124 ;;
      *) svvs__take "$svvs__part" && return 0 ;;
    esac
  done
  return 3
}

# svvs__hear TEXT: what to do at a bell with this text. What it cut off waits in the file rest.
svvs__hear() {
  printf '%s' "${svvs__part%"$svvs__bell"*}" >>"$svvs__dir/rest"
  case $1 in
    "$svvs__nap") return 124 ;;
    ended*) echo "${1#ended }" >"$svvs__dir/status" ;;
  esac
}

# svvs__take TEXT: this ends the line.
svvs__take() {
  svvs_line=$1
  [ ! -s "$svvs__dir/rest" ] || { svvs_line=$(cat "$svvs__dir/rest")$1 && : >"$svvs__dir/rest"; }
  svvs__record '<--' "$svvs_line"
}
