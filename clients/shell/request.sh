# shellcheck shell=sh
# shellcheck disable=SC2034,SC2154 # Variables are shared with the other parts.
# shellcheck disable=SC2016 # The dollars in single quotes are variables of jq.
# A part of svvs.sh: requests, replies and state. All functions are private.

svvs__begins=''

# svvs__usage COUNT TEXT ARGUMENT…: fails if there are fewer arguments, or if no server was started.
svvs__usage() {
  [ $(($# - 2)) -ge "$1" ] || svvs__fail 2 "expected $2" || return
  svvs__is_started
}

# svvs__request METHOD SHAPE TEXT…: sends a request and waits for its reply. The shape says how the texts become the
# parameters; see answers.jq.
svvs__request() {
  svvs__next_number && svvs__compose "$svvs__number" "$@" && svvs__send "$svvs__message" || return
  echo "$svvs__unread $svvs__number" >"$svvs__dir/unread"
  if [ -n "$svvs__begins" ]; then echo "$svvs__number" && return; fi
  svvs__verdict=other
  svvs__await "$svvs__number" "$1" "$SVVS_TIMEOUT"
}

# svvs__notify METHOD SHAPE TEXT…: sends a notification.
svvs__notify() { svvs__compose '' "$@" && svvs__send "$svvs__message"; }

# svvs__compose CALL METHOD SHAPE TEXT…: sets svvs__message to a request, or to a notification if CALL is empty.
svvs__compose() {
  svvs__ask message "$@" || svvs__fail "$?" "$svvs__answer" || return
  svvs__message=$svvs__answer
}

# svvs__act FUNCTION [VIEW] ACTION [NAME=VALUE…]: sends an action with one of these functions.
svvs__act() {
  svvs__function=$1 svvs__view=$2
  shift 2
  case ${1-=} in
    *=*) "$svvs__function" "$svvs__view" pairs "$@" ;;
    *)
      svvs__action=$1
      shift
      "$svvs__function" "$svvs__action" view "$svvs__view" "$@"
      ;;
  esac
}

# svvs__await CALL AWAITED SECONDS: reads until the call is answered. After the timeout, cancels it.
svvs__await() {
  svvs__converse "the reply to $2" "$3" svvs__read_on svvs__check_reply "$1" && svvs__met=0 || svvs__met=$?
  case $svvs__met,$svvs__verdict in
    0,refused) svvs__fail 1 "$2: $svvs__answer" ;;
    0,unknown) svvs__fail 2 "expected a call that was begun, got: $1" ;;
    124,*)
      svvs_cancel "$1" || :
      svvs__fail 124 "expected the reply to $2 within $3 s, got none"
      ;;
    *) return "$svvs__met" ;;
  esac
}

# svvs__meet VIEW CONDITION SECONDS: reads until the condition holds.
svvs__meet() {
  [ "$svvs__verdict" != other ] || svvs__follow "$1" "$2"
  svvs__converse "$2 in view $1" "$3" svvs__read svvs__check_next "$1" "$2" && svvs__met=0 || svvs__met=$?
  svvs__end "$svvs__dir/wait.pid"
  case $svvs__met,$svvs__verdict in
    0,bad) svvs__fail 2 "expected a jq condition for the state of view $1, got: $2" ;;
    124,*) svvs__fail 124 "view $1: expected $2 within $3 s, got $(svvs_state "$1")" ;;
    *) return "$svvs__met" ;;
  esac
}

# svvs__converse AWAITED SECONDS READER CHECK ARGUMENT…: reads and checks in turn until svvs__verdict, which the check
# sets, is not "other".
svvs__converse() {
  svvs__awaited=$1 svvs__reader=$3
  svvs__time_limit "$2"
  shift 3
  svvs__outcome=0
  while [ "$svvs__verdict,$svvs__outcome" = other,0 ]; do
    "$svvs__reader" || svvs__outcome=$?
    # Lines that arrived before the end or the timeout count as well.
    "$@" || svvs__verdict=failed svvs__outcome=$?
  done
  svvs__cancel_timer
  case $svvs__verdict,$svvs__outcome in
    other,3) svvs__ended "$svvs__awaited" ;;
    other,* | failed,*) return "$svvs__outcome" ;;
  esac
}

# Reads up to the first line that may be a reply.
svvs__read_on() {
  while :; do
    svvs__read || return
    case $svvs_line in '{"jsonrpc":"2.0","method":"state/changed",'*) ;; *) return 0 ;; esac
  done
}

# svvs__check_reply CALL: sets svvs__verdict to done, refused, other or unknown. A refusal is in svvs__answer. The reply
# to the last message shows that the server has read everything.
svvs__check_reply() {
  if svvs__ask answered "$1"; then svvs__verdict=$svvs__answer; else
    case $? in 1) svvs__verdict=refused ;; *) svvs__break || return ;; esac
  fi
  read -r svvs__unread svvs__last <"$svvs__dir/unread"
  [ "$svvs__verdict" = other ] || [ "$1" != "$svvs__last" ] || echo 0 >"$svvs__dir/unread"
}

# svvs__check_state VIEW CONDITION: sets svvs__verdict to done, other or bad.
svvs__check_state() {
  svvs__ask sound || svvs__break || return
  svvs__read_state "$1" || return
  # It fails with the name of a closed view, or a condition that does not compile.
  svvs__verdict=$(svvs__filter "$1" "met(\$view; ($2$svvs__newline))") || case $? in
    3) svvs__verdict=bad ;;
    *) cat "$svvs__dir/said" >&2 && return 2 ;;
  esac
}

# svvs__follow VIEW CONDITION: starts the jq of a wait, which makes answers with a state into answers with a verdict. One
# of an earlier wait, whose shell was killed, must not read them.
svvs__follow() {
  svvs__end "$svvs__dir/wait.pid"
  svvs__nothing=$(
    (
      exec 7>&- <>"$svvs__dir/states" >"$svvs__dir/answer" 2>/dev/null
      exec jq -nRr --unbuffered -L "$SVVS_SHELL" --arg view "$1" \
        "include \"json\"; include \"fold\"; inputs | verdict(\$view; ($2$svvs__newline))"
    ) &
    echo "$!" >"$svvs__dir/wait.pid"
  )
}

# svvs__check_next VIEW CONDITION: does the same with this jq. Problems are left to svvs__check_state.
svvs__check_next() {
  svvs__write_question state "$1" || return
  svvs__read_line 1<>"$svvs__dir/states"
  svvs__read_answer || svvs__break || return
  svvs__verdict=$svvs__answer
  [ "$svvs__verdict" != failed ] || svvs__check_state "$1" "$2"
}

# After a violation of the protocol, the server's input is ended, and every later call fails with the same message.
svvs__break() {
  printf '%s\n' "$svvs__answer" >"$svvs__dir/fault"
  svvs_hang_up
  svvs__fail 3 "$svvs__answer"
}

# svvs__show FILTER [VIEW [PART]]: prints the result of a filter for the state. PART is the part that the script wrote.
svvs__show() {
  svvs__read_state "${2-}" || return
  svvs__filter "${2-}" "$1$svvs__newline | shown" || case $? in
    3) svvs__fail 2 "expected a filter of jq, got: ${3-}" ;;
    5) svvs__fail 2 "the filter ${3-} fails: $(sed -n '1s/^jq: error ([^)]*): //p' "$svvs__dir/said")" ;;
    *) cat "$svvs__dir/said" >&2 && return 2 ;;
  esac
}

# svvs__filter VIEW FILTER: prints the result of a filter for the file `state`.
svvs__filter() {
  jq -rc -L "$SVVS_SHELL" --arg view "$1" "include \"json\"; include \"fold\"; $2" \
    "$svvs__dir/state" 2>"$svvs__dir/said"
}

# ---- Questions to answers.jq

svvs__unit=$(printf '\037')

# svvs__write_question KIND TEXT…: writes a question with a new number. The texts go through fifos, since any user can
# read the arguments of a process, and a text may be a password. The newline ends the question of a killed shell.
svvs__write_question() {
  read -r svvs__asked <"$svvs__dir/asked"
  svvs__asked=$((svvs__asked + 1))
  echo "$svvs__asked" >"$svvs__dir/asked"
  svvs__question=$svvs__asked$svvs__unit
  for svvs__text; do
    case $svvs__text in *["$svvs__separator$svvs__unit$svvs__newline"]*)
      svvs__text=$svvs__separator$(printf '%s' "$svvs__text" | jq -Rs .)
      ;;
    esac
    svvs__question=$svvs__question$svvs__text$svvs__unit
  done
  printf '\n%s%s%s\n' "$svvs__question" "$svvs__separator" "$svvs__separator" 1<>"$svvs__dir/ask"
}

# svvs__ask KIND TEXT…: asks a question, and reads the answer.
svvs__ask() { svvs__write_question "$@" && svvs__read_answer; }

# Sets svvs__answer to the answer to the last question, and returns its status. A trap may have interrupted an earlier
# question, or the read of a part of the answer.
svvs__read_answer() {
  while :; do
    svvs__answer=''
    until
      if [ ${#svvs__question} -lt 2000 ]; then IFS= read -r svvs__piece <>"$svvs__dir/answer"; else
        # Of a fifo, a shell reads single bytes, and the sed of busybox waits for another line.
        svvs__piece=$(svvs__read_line)
      fi
    do
      [ -p "$svvs__dir/answer" ] || return 3
      svvs__answer=$svvs__answer$svvs__piece
    done
    svvs__answer=$svvs__answer$svvs__piece
    case $svvs__answer in "$svvs__asked "* | '0 '*) break ;; esac
  done
  svvs__answer=${svvs__answer#* }
  svvs__status=${svvs__answer%% *} svvs__answer=${svvs__answer#* }
  return "$svvs__status"
}

# Prints the line of the answer to the last question.
svvs__read_line() { grep -a -m 1 -e "^$svvs__asked " -e '^0 ' <>"$svvs__dir/answer"; }

# svvs__read_state VIEW: writes the state that a filter for this view needs to the file `state`.
svvs__read_state() {
  svvs__write_question state "$1" || return
  svvs__read_line | sed -n "s/^$svvs__asked 0 //p" >"$svvs__dir/state"
  [ -s "$svvs__dir/state" ] || svvs__ask sound || svvs__break
}
