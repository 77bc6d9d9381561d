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

# svvs__compose FILTER TEXT…: sets svvs__message to the JSON that a filter makes of a list of texts.
# The texts go through a pipe, since any user can read the arguments of a process, and a text may be a password.
svvs__compose() {
  svvs__filter="include \"json\"; split(\"\\u0000\")[1:-1] | $1 | text"
  shift
  # jq's split drops empty texts at the end.
  svvs__message=$(printf '\0%s' "$@" end | jq -Rrs -L "$SVVS_SHELL" "$svvs__filter") || return 2
}

# svvs__request METHOD PARAMS TEXT…: sends a request and waits for its reply. The filter PARAMS makes the
# parameters of the texts.
svvs__request() {
  svvs__method=$1 svvs__params=$2
  shift 2
  svvs__next_number && svvs__compose "message($svvs__number; $svvs__params)" "$svvs__method" "$@" &&
    svvs__ask "$svvs__number" "$svvs__method"
}

# svvs__notify METHOD PARAMS TEXT…: sends a notification.
svvs__notify() {
  svvs__method=$1 svvs__params=$2
  shift 2
  svvs__compose "message(null; $svvs__params)" "$svvs__method" "$@" && svvs_send "$svvs__message"
}

# svvs__act FUNCTION [VIEW] ACTION [NAME=VALUE…]: sends an action with one of these functions.
svvs__act() {
  svvs__function=$1 svvs__view=$2 svvs__action=${3-}
  case ${3-=} in
    *=*)
      shift 2
      "$svvs__function" "$svvs__view" pairs "$@"
      ;;
    *)
      shift 3
      "$svvs__function" "$svvs__action" '{view: .[0]} + (.[1:] | pairs)' "$svvs__view" "$@"
      ;;
  esac
}

# svvs__ask CALL AWAITED: sends svvs__message, which has this id, and waits for the reply.
svvs__ask() {
  svvs_send "$svvs__message" || return
  if [ -n "$svvs__begins" ]; then echo "$1" && return; fi
  svvs__verdict=other
  svvs__await "$1" "$2" "$SVVS_TIMEOUT"
}

# svvs__await CALL AWAITED SECONDS: reads until the call is answered. After the timeout, cancels it.
svvs__await() {
  svvs__converse "answered($1)" '' "the reply to $2" "$3" svvs__read_on && svvs__met=0 || svvs__met=$?
  case $svvs__met,$svvs__verdict in
    0,refused) svvs__fail 1 "$2: $(svvs__show refusal)" ;;
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
  svvs__converse "$svvs__question" "$1" "$2 in view $1" "$3" svvs__read && svvs__met=0 || svvs__met=$?
  case $svvs__met,$svvs__verdict in
    0,bad) svvs__fail 2 "expected a jq condition for the state of view $1, got: $2" ;;
    124,*) svvs__fail 124 "view $1: expected $2 within $3 s, got $(svvs_state "$1")" ;;
    *) return "$svvs__met" ;;
  esac
}

# svvs__converse QUESTION VIEW AWAITED SECONDS READER: reads and folds in turn until svvs__verdict, which
# is the last answer to the question, is not "other".
svvs__converse() {
  svvs__time_limit "$4"
  svvs__outcome=0
  while [ "$svvs__verdict,$svvs__outcome" = other,0 ]; do
    "$5" || svvs__outcome=$?
    # Lines that arrived before the end or the timeout are folded as well.
    svvs__fold "$1" "$2" || svvs__verdict=failed svvs__outcome=$?
  done
  svvs__cancel_timer
  case $svvs__verdict,$svvs__outcome in
    other,3) svvs__ended "$3" ;;
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

# svvs__fold QUESTION [VIEW]: folds the pending lines into the file `state`, and sets svvs__verdict. The file has the
# verdict first, and then the state; see fold.jq. If the server violates the protocol, its input is ended, and every
# later call fails with the same message.
svvs__fold() {
  svvs__folded=$(jq -nRc -L "$SVVS_SHELL" --slurpfile known "$svvs__dir/state" --arg view "${2-}" \
    "include \"fold\"; \$known[-1] | fold(inputs) | verdict($1) | .[]" "$svvs__dir/pending" 2>"$svvs__dir/said") || {
    case $? in
      2) # The question has an error, such as the name of a closed view; the lines are folded.
        cat "$svvs__dir/said" >&2
        # The file may have been removed with the directory.
        [ "$1" = '["other", .]' ] || svvs__fold '["other", .]' || :
        return 2
        ;;
      3) svvs__verdict=bad && return ;; # The program does not compile: the condition has an error.
      *) svvs__fail 3 "could not fold: $(head -n 1 "$svvs__dir/said")" || return ;;
    esac
  }
  printf '%s\n' "$svvs__folded" >"$svvs__dir/state"
  : >"$svvs__dir/pending"
  svvs__verdict=${svvs__folded%%"$svvs__newline"*}
  svvs__verdict=${svvs__verdict#\"}
  svvs__verdict=${svvs__verdict%\"}
  [ "$svvs__verdict" = fault ] || return 0
  svvs__show .fault >"$svvs__dir/fault"
  svvs_hang_up
  svvs__fail 3 "$(cat "$svvs__dir/fault")"
}

# svvs__show FILTER [VIEW [PART]]: prints the result of a filter for the state. PART is the part that the script wrote.
svvs__show() {
  jq -nrc -L "$SVVS_SHELL" --slurpfile known "$svvs__dir/state" --arg view "${2-}" \
    "include \"json\"; include \"fold\"; \$known[-1] | $1$svvs__newline | shown" \
    2>"$svvs__dir/said" || case $? in
    3) svvs__fail 2 "expected a filter of jq, got: ${3-}" ;;
    5) svvs__fail 2 "the filter ${3-} fails: $(sed -n '1s/^jq: error ([^)]*): //p' "$svvs__dir/said")" ;;
    *) cat "$svvs__dir/said" >&2 && return 2 ;;
  esac
}
