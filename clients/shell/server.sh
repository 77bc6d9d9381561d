# shellcheck shell=sh
# shellcheck disable=SC2034,SC2154 # Variables are shared with the other parts.
# A part of svvs.sh: servers, which start, have names, and end.
#
# Each has a folder, where all that is known of it lies, so that a function within $(…) is not lost on
# the script:
#     in, out     fifos to and from it, as POSIX shells have too few descriptors for many servers
#     processes   the pids of the server, its keeper and its host
#     ended       its exit status, after the mark of its end was written
#     status      its exit status, after all of its output was read
#     fault       what it said that it must not say; hung-up is there once its input has ended
#     log         the lines of both directions; pending has those that are not folded yet, rest the
#                 beginning of one, and mark how many there were at svvs_mark
#     state       what is known from those that are; see fold.jq
#     count       the number of the last request
#
# The keeper holds `in` open between two lines. The host holds `out` open, and writes a mark into it
# when the server has ended, as nobody sees the end of a fifo that is held open. Both end when the
# script does, however it does: they see the end of the lifeline, which nobody but the script, and the
# commands that it runs, can write to. Then the server sees the end of its input.

svvs__root='' svvs__dir='' svvs__server=main svvs__nap=''

# svvs_use NAME: what follows is about this server. The first is called main; any number can be started.
svvs_use() {
  case ${1-} in
    '' | *[!A-Za-z0-9_-]*) svvs__fail 2 "svvs_use: expected a name of letters, digits, - and _, got: ${1-}" || return ;;
  esac
  svvs__server=$1 svvs__dir=${svvs__root:+$svvs__root/servers/$1}
}

# svvs_start [OPTION…]: starts $SVVS OPTION…, and anew if that has ended: what was known of it is forgotten.
svvs_start() {
  svvs__read_command && svvs__is_free svvs_start && svvs__clear || return
  eval "svvs__launch $svvs__words \"\$@\""
}

# svvs_hang_up: ends the server's input. What is under way goes on.
svvs_hang_up() {
  svvs__is_started && svvs__processes || return 2
  [ -e "$svvs__dir/hung-up" ] || kill -KILL "$svvs__keeper" 2>/dev/null || :
  : >"$svvs__dir/hung-up"
}

# svvs_stop: ends the server's input, lets it finish its work, and returns its exit status.
svvs_stop() {
  [ -n "$svvs__dir" ] && [ -d "$svvs__dir" ] || return 0
  svvs__status=0
  ! svvs_hang_up || svvs__reap
  rm -rf "$svvs__dir"
  ! rmdir "$svvs__root/servers" 2>/dev/null || svvs__close_root
  return "$svvs__status"
}

# svvs_stop_all: ends every server, all at the same time, and returns 1 if the status of one was not 0.
svvs_stop_all() {
  [ -n "$svvs__root" ] || return 0
  svvs__failed=0
  for svvs__each in "$svvs__root"/servers/*; do
    [ ! -d "$svvs__each" ] || { svvs_use "${svvs__each##*/}" && svvs_hang_up; }
  done
  for svvs__each in "$svvs__root"/servers/*; do
    [ -d "$svvs__each" ] || continue
    svvs_use "${svvs__each##*/}"
    svvs_stop || svvs__failed=1
  done
  return "$svvs__failed"
}

# ---- What follows is private.

# svvs__is_free FUNCTION: fails if the name has a server. One that was killed takes a moment to end.
svvs__is_free() {
  [ -z "$svvs__dir" ] || [ ! -d "$svvs__dir" ] || [ -s "$svvs__dir/fault" ] || svvs__drain 2 ||
    svvs__fail 2 "$1: expected no server called $svvs__server, but one is running"
}

# Forgets a server that has ended, or has said what it must not say.
svvs__clear() {
  [ -z "$svvs__dir" ] || [ ! -d "$svvs__dir" ] || { svvs_hang_up && svvs__reap && rm -rf "$svvs__dir"; }
}

# Sets svvs__words to the command line of the server.
svvs__read_command() {
  command -v jq >/dev/null || svvs__fail 2 "expected jq on PATH, found none" || return
  case ${SVVS-} in *[![:space:]]*) svvs__words=$SVVS ;; *) svvs__words='svvs serve' ;; esac
  (eval "set -- $svvs__words") 2>/dev/null || svvs__fail 2 "expected a command line in SVVS, got: $svvs__words"
}

# svvs__launch COMMAND…: starts it as the current server.
svvs__launch() {
  svvs__program=$(command -v "$1") && [ -f "$svvs__program" ] && [ -x "$svvs__program" ] || svvs__fail 3 \
    "found no command $1: name the server by SVVS, as in SVVS=\"./MyApp serve\", or put svvs on the PATH" || return
  svvs__open_root || return
  if [ -d "$svvs__dir" ]; then svvs__resume; else svvs__prepare; fi || return
  mkfifo "$svvs__dir/in" "$svvs__dir/out" || return 2
  # Comes back when the host has closed its output. The lifeline is opened while it has a writer. Of
  # what is no subshell, dash would keep the lifeline.
  svvs__host=$( (svvs__host "$@") 6<"$svvs__root/lifeline" 7>&- & echo "$!")
  echo "$svvs__host" >>"$svvs__dir/processes"
}

svvs__prepare() {
  mkdir "$svvs__dir" || return 2
  echo 0 >"$svvs__dir/count"
  echo 0 >"$svvs__dir/mark"
  echo '{"views":{},"calls":{},"outcomes":{}}' >"$svvs__dir/state"
  : >"$svvs__dir/log"
  : >"$svvs__dir/pending"
}

# The folder of all servers, the lifeline and the traps are there while a server is.
svvs__open_root() {
  [ -z "$svvs__root" ] || return 0
  svvs__root=$(mktemp -d "${TMPDIR:-/tmp}/svvs.XXXXXX") && mkdir "$svvs__root/servers" && mkfifo "$svvs__root/lifeline" ||
    return 2
  exec 7<>"$svvs__root/lifeline"
  svvs_use "$svvs__server"
  # Another signal would come in the middle of the end.
  trap 'trap "" HUP INT TERM; svvs_stop_all || :' EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
}

svvs__close_root() {
  trap - EXIT HUP INT TERM
  exec 7>&-
  rm -rf "$svvs__root"
  svvs__root='' svvs__dir=''
}

svvs__is_started() {
  { [ -n "$svvs__dir" ] && [ -d "$svvs__dir" ]; } ||
    svvs__fail 2 "expected a running server called $svvs__server: call svvs_start first"
}

# A trap that interrupts a read with another IFS may still have it, in bash. One that interrupts svvs_start may come
# before the host is recorded.
svvs__processes() {
  IFS=' ' read -r svvs__pid svvs__keeper svvs__host <"$svvs__dir/processes" || [ -n "$svvs__keeper" ]
}

# Waits for the server to end, kills it after the time limit, and ends the host. If a trap interrupted the read of the
# mark, the mark does not come again: the server has ended if the file says so and nothing is left to read.
svvs__reap() {
  svvs__limit=$SVVS_END_TIMEOUT
  [ ! -s "$svvs__dir/ended" ] || svvs__limit=0
  until svvs__drain "$svvs__limit"; do
    if [ -s "$svvs__dir/ended" ]; then cp "$svvs__dir/ended" "$svvs__dir/status"; else
      svvs__say "expected the server to end within $SVVS_END_TIMEOUT s of its input, it does not"
      kill -KILL "$svvs__pid" || :
    fi
  done
  kill -KILL "$svvs__host" || :
  read -r svvs__status <"$svvs__dir/status"
}

# svvs__drain SECONDS: reads on until the server has ended; fails if that takes longer.
svvs__drain() {
  svvs__time_limit "$1"
  svvs__outcome=0
  while [ "$svvs__outcome" -eq 0 ]; do
    svvs__read || svvs__outcome=$?
  done
  svvs__silence
  [ "$svvs__outcome" -eq 3 ]
}

# svvs__host COMMAND…: runs in the background, starts the rest, and waits for the server's end.
# A signal to the whole group, as Control-C sends, is for the script to deal with, and for the server.
svvs__host() {
  trap '' HUP INT TERM
  # A fifo that is opened for both does not wait for the other side.
  # shellcheck disable=SC2094
  exec 3<>"$svvs__dir/in" 4>"$svvs__dir/in" 5<"$svvs__dir/in" 9<>"$svvs__dir/out" 3>&-
  cat <&6 >&4 5<&- 9>&- &
  svvs__keeper=$!
  exec 4>&-
  (trap - HUP INT TERM && exec "$@" <&5 >"$svvs__dir/out" 5<&- 6<&- 9>&-) &
  svvs__pid=$!
  printf '%s ' "$svvs__pid" "$svvs__keeper" >"$svvs__dir/processes"
  exec >/dev/null 5<&-
  svvs__status=0
  wait "$svvs__pid" 2>/dev/null || svvs__status=$?
  # `ended` is made before the mark: after it, the script may remove the directory.
  { svvs__ring "ended $svvs__status" && echo "$svvs__status"; } >"$svvs__dir/ended" 9>&- &
  read -r svvs__nothing <&6 || :
  rm -rf "$svvs__root" # The script was killed, or would have ended us.
}
