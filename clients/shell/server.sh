# shellcheck shell=sh
# shellcheck disable=SC2034,SC2154 # Variables are shared with the other parts.
# A part of svvs.sh: servers, which start, have names, and end.
#
# Each has a folder, where all that is known of it lies, so that a function within $(…) is not lost on
# the script. POSIX shells have few descriptors, so a server's pipes are fifos, held open by a host:
#
#     script ---- in ----> server ---- raw ----> relay ---- out ----> script
#                  ^ keeper                                  ^ host
#
# The relay marks the end of the output, as nobody sees the end of a fifo that is held open. Keeper,
# relay and host end when the script does, however it does: they see the end of the lifeline, which
# nobody but the script, and the commands that it runs, can write to. Then the server sees the end of
# its input.

svvs__root='' svvs__dir='' svvs__server=main svvs__signal='' svvs__is_starting='' svvs__alarm=''

# svvs_use NAME: what follows is about this server. The first is called main; any number can be started.
svvs_use() {
  case ${1-} in
    '' | *[!A-Za-z0-9_-]*) svvs__fail 2 "svvs_use: expected a name of letters, digits, - and _, got: ${1-}" || return ;;
  esac
  svvs__server=$1 svvs__dir=${svvs__root:+$svvs__root/servers/$1}
}

# svvs_start [OPTION…]: starts `svvs serve OPTION…`.
svvs_start() {
  [ -z "$svvs__dir" ] || [ ! -d "$svvs__dir" ] ||
    svvs__fail 2 "svvs_start: expected no server called $svvs__server, but one is running" || return
  command -v jq >/dev/null || svvs__fail 2 "expected jq on PATH, found none" || return
  svvs__program=$(command -v "${SVVS:-svvs}") && [ -f "$svvs__program" ] && [ -x "$svvs__program" ] ||
    svvs__fail 2 "expected an executable in \$SVVS or svvs on PATH, got: ${SVVS:-svvs}" || return
  svvs__open_root || return
  mkdir "$svvs__dir" && mkfifo "$svvs__dir/in" "$svvs__dir/raw" "$svvs__dir/out" "$svvs__dir/pids" "$svvs__dir/end" ||
    return 2
  echo 0 >"$svvs__dir/count"
  echo 0 >"$svvs__dir/mark"
  echo '{"views":{},"calls":{},"outcomes":{}}' >"$svvs__dir/state"
  : >"$svvs__dir/log"
  : >"$svvs__dir/pending"
  svvs__is_starting=yes
  (svvs__host "$svvs__program" serve "$@") 7>&- &
  svvs__host=$!
  # A read may be interrupted by a signal.
  read -r svvs__processes <>"$svvs__dir/pids" || read -r svvs__processes <>"$svvs__dir/pids"
  echo "$svvs__processes $svvs__host" >"$svvs__dir/processes"
  svvs__has_started
}

# svvs_hang_up: ends the server's input. What is under way goes on.
svvs_hang_up() {
  svvs__is_started && svvs__processes || return
  [ -e "$svvs__dir/hung-up" ] || kill -KILL "$svvs__keeper" 2>/dev/null || :
  : >"$svvs__dir/hung-up"
}

# svvs_stop: ends the server's input, lets it finish its work, and returns its exit status.
svvs_stop() {
  [ -n "$svvs__dir" ] && [ -d "$svvs__dir" ] || return 0
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
  kill -KILL "$svvs__cat" "$svvs__relay" "$svvs__host" 2>/dev/null || :
  wait "$svvs__host" 2>/dev/null || :
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

# The folder of all servers, the lifeline and the traps are there while a server is.
svvs__open_root() {
  [ -z "$svvs__root" ] || return 0
  svvs__root=$(mktemp -d "${TMPDIR:-/tmp}/svvs.XXXXXX") && mkdir "$svvs__root/servers" && mkfifo "$svvs__root/lifeline" ||
    return 2
  exec 7<>"$svvs__root/lifeline"
  svvs_use "$svvs__server"
  trap 'svvs_stop_all || :' EXIT
  trap 'svvs__exit 129' HUP
  trap 'svvs__exit 130' INT
  trap 'svvs__exit 143' TERM
}

svvs__close_root() {
  trap - EXIT HUP INT TERM
  exec 7>&-
  rm -rf "$svvs__root"
  svvs__root='' svvs__dir=''
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

svvs__is_started() {
  { [ -n "$svvs__dir" ] && [ -d "$svvs__dir" ]; } ||
    svvs__fail 2 "expected a running server called $svvs__server: call svvs_start first"
}

# A trap that interrupts a read with another IFS may still have it, in bash.
svvs__processes() {
  # shellcheck disable=SC2034 # Not every caller needs all.
  IFS=' ' read -r svvs__pid svvs__keeper svvs__relay svvs__cat svvs__host <"$svvs__dir/processes"
}

# svvs__host COMMAND…: runs in the background, starts the rest, and tells their pids and the status.
# A signal to the whole group, as Control-C sends, is for the script to deal with, and for the server.
svvs__host() {
  trap '' HUP INT TERM
  exec 4<"$svvs__root/lifeline" 5<>"$svvs__dir/end" 8<>"$svvs__dir/pids" 9<>"$svvs__dir/out"
  # Opened before anyone else does, and handed on: what is written in a fifo that nobody holds is lost.
  exec 3<>"$svvs__dir/in"
  exec 6<"$svvs__dir/in"
  read -r svvs__nothing <&4 5>&- 6<&- 8>&- 9>&- &
  svvs__keeper=$!
  exec 3>&-
  (trap - HUP INT TERM && exec "$@" <&6 >"$svvs__dir/raw" 4<&- 5>&- 6<&- 8>&- 9>&-) &
  svvs__pid=$!
  exec 6<&-
  (
    cat <"$svvs__dir/raw" >&9 &
    echo "$!" >&5
    wait "$!"
    printf '%sclosed\n' "$svvs__bell" >&9
  ) &
  svvs__relay=$!
  read -r svvs__cat <&5
  echo "$svvs__pid $svvs__keeper $svvs__relay $svvs__cat" >&8
  svvs__status=0
  wait "$svvs__pid" 2>/dev/null || svvs__status=$?
  echo "$svvs__status" >&5
  read -r svvs__nothing <&4
  rm -rf "$svvs__root" # The script was killed, or would have ended us.
}

# Waits for the server's end, which a server that has closed its output is near to.
svvs__reap() {
  if [ ! -s "$svvs__dir/status" ]; then
    svvs__processes
    svvs__after "$SVVS_TIMEOUT" kill -KILL "$svvs__pid"
    read -r svvs__status <>"$svvs__dir/end" || read -r svvs__status <>"$svvs__dir/end"
    svvs__silence
    echo "$svvs__status" >"$svvs__dir/status"
  fi
  read -r svvs__status <"$svvs__dir/status"
}

svvs__ended() {
  svvs__reap
  svvs__fail 3 "expected $1, but the server ended (status $svvs__status)"
}
