# shellcheck shell=sh
# shellcheck disable=SC2034,SC2154 # Variables are shared with the other parts.
# A part of svvs.sh: the start, the names and the end of servers.
#
# Each server has a directory. State is in files, so that a function called in $(…) can change it:
#     in, out     fifos to and from the server, since POSIX shells have too few descriptors for many servers
#     ask, answer fifos to and from jq, which follows the conversation; see answers.jq
#     states      a fifo to the jq of a wait
#     *.pid       the pids of other processes, which end with the server: timer, jq, that of a wait, and that of svvs__watch
#     asked       the number of the last question
#     state       the part of the state that a filter was applied to
#     unread      the bytes that the server may not have read yet; the number of the last message, if it is a request
#     processes   the pids of the server, its keeper and its host
#     ended       the exit status, once the event of the end was written; empty before
#     status      the exit status, once all output was read
#     fault       the violation of the protocol
#     hung-up     exists once the server's input has ended
#     command     the command line, with its options
#     log         the lines of both directions
#     rest        the beginning of a line
#     mark        the number of lines in the log at svvs_mark
#     count       the number of the last request
#
# The keeper holds `in` open between two lines. The host holds `out` open, so a reader of `out` never reads its end;
# therefore the host writes an event when the server has ended. The keeper and the host end with the script, even if
# it is killed: they then read the end of the fifo `lifeline`, which only the script and its commands have open for
# writing. After that the server reads the end of its input.

svvs__root='' svvs__dir='' svvs__server=main svvs__timer=''
svvs__jq_timeout=60 # Seconds; a question waits for one to two of them.

# svvs_use NAME: makes this server the current one. The default name is main; any number of servers can be started.
svvs_use() {
  case ${1-} in
    '' | *[!A-Za-z0-9_-]*) svvs__fail 2 "svvs_use: expected a name of letters, digits, - and _, got: ${1-}" || return ;;
  esac
  svvs__server=$1 svvs__dir=${svvs__root:+$svvs__root/servers/$1}
}

# svvs_start [OPTION…]: starts $SVVS OPTION…. If the server has ended, starts a new one without the earlier state.
svvs_start() {
  svvs__read_command && svvs__clear || return
  eval "svvs__launch $svvs__words \"\$@\"" && printf "%s\n" "$svvs__words${1+ $*}" >"$svvs__dir/command"
}

# svvs_attach [NAME|PATH] [OPTION…]: attaches to a shared server. If none runs, $SVVS OPTION… starts it. Sends
# `initialize` with $SVVS_CAPABILITIES, and returns its status. The other functions work as with svvs_start, but the
# server outlives this connection.
svvs_attach() {
  svvs__option=--attach
  case ${1--} in -*) ;; *) svvs__option=--attach=$1 && shift ;; esac
  svvs__default='{"append": true}'
  svvs_start "$@" "$svvs__option" && svvs_initialize "capabilities:=${SVVS_CAPABILITIES:-$svvs__default}"
}

# svvs_hang_up: ends the server's input. Calls in progress continue.
svvs_hang_up() {
  svvs__is_started && svvs__processes || return 2
  [ -e "$svvs__dir/hung-up" ] || kill -KILL "$svvs__keeper" 2>/dev/null || :
  : >"$svvs__dir/hung-up"
}

# svvs_stop: ends the server's input, lets it finish its work, and returns its exit status.
svvs_stop() {
  [ -d "$svvs__dir" ] || return 0
  svvs__status=0
  ! svvs_hang_up || svvs__reap
  svvs__remove
  svvs__close_root
  return "$svvs__status"
}

# svvs_stop_all: ends all servers at the same time, and returns 1 if the status of one was not 0.
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
  svvs__close_root # A signal may have ended the script between the removal of its last server and this.
  return "$svvs__failed"
}

# ---- Private functions

# Removes the directory of a server that has ended or has violated the protocol. Waits up to 2 s for one that was killed,
# and fails if it still runs.
svvs__clear() {
  [ -d "$svvs__dir" ] || return 0
  [ -s "$svvs__dir/fault" ] || svvs__drain 2 ||
    svvs__fail 2 "expected no server called $svvs__server, but one is running" || return
  svvs_hang_up && svvs__reap && svvs__remove
}

# Removes the directory of the current server. It is renamed first: a timer that ends meanwhile writes its event to `out`,
# and would make a new file of this name while the directory is being removed.
svvs__remove() { mv "$svvs__dir" "$svvs__root/ended" && rm -rf "$svvs__root/ended"; }

# Sets svvs__words to the command line of the server.
svvs__read_command() {
  command -v jq >/dev/null || svvs__fail 2 "expected jq on PATH, found none" || return
  case ${SVVS-} in *[![:space:]]*) svvs__words=$SVVS ;; *) svvs__words='svvs serve' ;; esac
  (eval "set -- $svvs__words") 2>/dev/null || svvs__fail 2 "expected a command line in SVVS, got: $svvs__words"
}

# svvs__launch COMMAND…: starts a command as the current server.
svvs__launch() {
  svvs__program=$(command -v "$1") && [ -f "$svvs__program" ] && [ -x "$svvs__program" ] || svvs__fail 3 \
    "found no command $1: name the server by SVVS, as in SVVS=\"./MyApp serve\", or put svvs on the PATH" || return
  svvs__open_root || return
  svvs__prepare && (cd "$svvs__dir" && mkfifo in out ask answer states) || return 2
  # The substitution returns when the host has closed its output. The lifeline must have a writer when it is opened.
  # Without the inner subshell, dash would keep the lifeline open.
  svvs__host=$( (svvs__host "$@") 6<"$svvs__root/lifeline" 7>&- & echo "$!")
  echo "$svvs__host" >>"$svvs__dir/processes"
}

svvs__prepare() {
  mkdir "$svvs__dir" || return
  echo 0 >"$svvs__dir/count"
  echo 0 >"$svvs__dir/mark"
  echo 1 >"$svvs__dir/asked"
  echo 0 >"$svvs__dir/unread"
  : >"$svvs__dir/log"
}

# Makes the directory of all servers, the lifeline and the traps, which exist as long as a server does.
svvs__open_root() {
  [ -z "$svvs__root" ] || return 0
  svvs__root=$(mktemp -d "${TMPDIR:-/tmp}/svvs.XXXXXX") && mkdir "$svvs__root/servers" && mkfifo "$svvs__root/lifeline" ||
    return 2
  exec 7<>"$svvs__root/lifeline"
  svvs_use "$svvs__server"
  # A second signal must not interrupt the end, not even before the trap of the exit has begun.
  trap 'trap "" HUP INT TERM; svvs_stop_all || :' EXIT
  trap 'trap "" HUP INT TERM; exit 129' HUP
  trap 'trap "" HUP INT TERM; exit 130' INT
  trap 'trap "" HUP INT TERM; exit 143' TERM
}

# Removes what svvs__open_root has made, unless there is a server.
svvs__close_root() {
  [ -n "$svvs__root" ] || return 0
  rmdir "$svvs__root/servers" 2>/dev/null || [ ! -d "$svvs__root/servers" ] || return 0
  exec 7>&-
  rm -rf "$svvs__root"
  svvs__root='' svvs__dir=''
  trap - EXIT HUP INT TERM
}

svvs__is_started() {
  [ -d "$svvs__dir" ] ||
    svvs__fail 2 "expected a running server called $svvs__server: call svvs_start first"
}

# A trap that interrupts a read with another IFS may still have it, in bash. One that interrupts svvs_start may come
# before the host is recorded.
svvs__processes() {
  svvs__keeper=''
  IFS=' ' read -r svvs__pid svvs__keeper svvs__host <"$svvs__dir/processes" || [ -n "$svvs__keeper" ]
}

# Waits for the server to end, kills it after the timeout, and ends the host. A trap may interrupt the read of the
# event, which is written only once: the server has also ended if the file `ended` exists and nothing is left to read.
svvs__reap() {
  rm -f "$svvs__dir/ask" # Nobody asks any more: jq may wait for the reader of an answer, who was killed.
  svvs__limit=$SVVS_END_TIMEOUT
  [ ! -s "$svvs__dir/ended" ] || svvs__limit=0
  until svvs__drain "$svvs__limit"; do
    if [ -s "$svvs__dir/ended" ]; then cp "$svvs__dir/ended" "$svvs__dir/status"; else
      svvs__warn "expected the server to end within $SVVS_END_TIMEOUT s of its input, but it did not"
      kill -KILL "$svvs__pid" || :
    fi
  done
  kill -KILL "$svvs__host" || :
  svvs__end "$svvs__dir"/*.pid
  read -r svvs__status <"$svvs__dir/status"
}

# svvs__drain SECONDS: reads until the server has ended; fails if that takes longer.
svvs__drain() {
  svvs__time_limit "$1"
  svvs__outcome=0
  while [ "$svvs__outcome" -eq 0 ]; do
    svvs__read || svvs__outcome=$?
  done
  svvs__cancel_timer
  [ "$svvs__outcome" -eq 3 ]
}

# svvs__host COMMAND…: starts the keeper and the server, and waits for the server's end. It runs in the background, and
# ignores signals to the process group, such as Control-C: the script and the server handle them.
svvs__host() {
  trap '' HUP INT TERM
  # Opening a fifo for reading and writing does not wait for the other side.
  # shellcheck disable=SC2094
  exec 3<>"$svvs__dir/in" 4>"$svvs__dir/in" 5<"$svvs__dir/in" 9<>"$svvs__dir/out" 3>&-
  cat <&6 >&4 5<&- 9>&- &
  svvs__keeper=$!
  exec 4>&-
  (trap - HUP INT TERM && exec "$@" <&5 >"$svvs__dir/out" 5<&- 6<&- 9>&-) &
  svvs__pid=$!
  printf '%s ' "$svvs__pid" "$svvs__keeper" >"$svvs__dir/processes"
  exec 3<>"$svvs__dir/ask" 8<>"$svvs__dir/answer"
  exec 5<&-
  # A redirection of a function or a group would leave copies of the descriptors in dash. The next server may have a
  # directory of the same path. Later, opening a fifo could wait forever for an end that the host has had open.
  # svvs_start returns after both have written their pids.
  (cd "$svvs__dir" && exec 2>/dev/null 3>&- 6<ask 7>answer 8>&- 9>&- && svvs__answer) &
  (cd "$svvs__dir" && exec 2>/dev/null 3>&- 6<&- 7>answer 8>&- 9>&- && svvs__watch) &
  exec >/dev/null
  svvs__status=0
  wait "$svvs__pid" 2>/dev/null || svvs__status=$?
  # `ended` is made before the event: after it, the script may remove the directory.
  (exec >"$svvs__dir/ended" 3>&- 8>&- && svvs__post "ended $svvs__status" && echo "$svvs__status") &
  read -r svvs__nothing <&6 || :
  # The script was killed: otherwise it kills this process first.
  svvs__end "$svvs__root"/servers/*/*.pid
  rm -rf "$svvs__root"
}

# Answers the questions of the script. If jq is killed before the server's end, each further question has this answer.
svvs__answer() {
  jq -nRr --unbuffered -L "$SVVS_SHELL" 'include "answers"; answers' <&6 >&7 &
  echo "$!" >jq.pid
  exec >&7
  wait "$!" && return
  cat <&6 >/dev/null &
  while echo "0 3 expected jq to follow the conversation, but it has ended"; do :; done
}

# Answers a question that jq leaves unanswered; jq's own answer is skipped then.
svvs__watch() {
  svvs__asked='' # It may be unset, or that of an earlier server.
  while
    sleep "$svvs__jq_timeout" >/dev/null &
    echo "$!" >watch.pid
    exec >&7
    wait "$!"
  do
    svvs__former=$svvs__asked
    read -r svvs__asked <asked && [ "$svvs__asked" = "$svvs__former" ] &&
      echo "$svvs__asked 3 expected jq to answer within $svvs__jq_timeout s, but it did not"
  done
}
