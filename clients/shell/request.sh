# shellcheck shell=sh
# shellcheck disable=SC2034,SC2154 # Variables are shared with the other parts.
# shellcheck disable=SC2016 # The dollars in single quotes are variables of jq.
# A part of svvs.sh: requests, the state they bring, and waiting. All of it is private.

svvs__begins='' svvs__read_first=''

svvs__arguments_at_least() {
  [ $(($# - 2)) -ge "$1" ] || svvs__fail 2 "expected $2" || return
  svvs__is_started
}

# ---- JSON texts. Most values are written as they stand; jq, whose start costs more than all the rest
# of a call, is for the others. It gets them through a pipe: the arguments of a process are
# everybody's to read, and one may be a password.

# svvs__quote TEXT: sets svvs__quoted to its JSON.
svvs__quote() {
  case $1 in
    *[[:cntrl:]\"\\]*) svvs__quoted=$(printf '%s' "$1" | jq -Rs .) ;;
    *) svvs__quoted="\"$1\"" ;;
  esac
}

# svvs__pairs [NAME=VALUE…]: sets svvs__object to them.
svvs__pairs() {
  svvs__object='' svvs__names=,
  for svvs__pair; do
    svvs__add_pair && continue
    svvs__object=$(printf '\0%s' "$@" | jq -Rrs -L "$SVVS_SHELL" 'include "json"; pairs | text')
    return
  done
  svvs__object="{$svvs__object}"
}

svvs__add_pair() {
  svvs__name=${svvs__pair%%=*} svvs__value=${svvs__pair#*=}
  case $svvs__pair in *=*) ;; *) return 1 ;; esac
  case $svvs__name in
    *:)
      svvs__name=${svvs__name%:} svvs__quoted=$svvs__value
      case $svvs__value in
        true | false | null | 0) ;;
        '' | 0* | *[!0-9]* | ????????????????*) return 1 ;;
      esac
      ;;
    *) svvs__quote "$svvs__value" ;;
  esac
  case $svvs__names in *",$svvs__name,"*) return 1 ;; esac
  case $svvs__name in '' | *[!A-Za-z0-9_]*) return 1 ;; esac
  svvs__names=$svvs__names$svvs__name,
  svvs__object=${svvs__object:+$svvs__object,}\"$svvs__name\":$svvs__quoted
}

# Prints the JSON that is read, on one line.
svvs__compact() { jq -Rrs -L "$SVVS_SHELL" 'include "json"; value | text'; }

# svvs__split_call [VIEW] ACTION [NAME=VALUE…]: sets svvs__action, and svvs__object to the parameters.
svvs__split_call() {
  svvs__view=''
  case ${2-=} in *=*) ;; *) svvs__quote "$1" && svvs__view="\"view\":$svvs__quoted" && shift ;; esac
  svvs__action=$1
  shift
  svvs__pairs "$@" || return
  [ -z "$svvs__view" ] || [ "$svvs__object" = '{}' ] || svvs__view=$svvs__view,
  svvs__object="{$svvs__view${svvs__object#?}"
}

# svvs__message ID METHOD PARAMS: sets svvs__message to a request, or a notification if ID is empty.
svvs__message() {
  case $2 in
    '' | *[!A-Za-z0-9_./\$-]*) svvs__fail 2 "expected the name of a method, got: $2" || return ;;
  esac
  svvs__message="{\"jsonrpc\":\"2.0\",${1:+\"id\":$1,}\"method\":\"$2\",\"params\":$3}"
}

# ---- Requests

# svvs__request METHOD PARAMS: sends a request and waits for its reply.
svvs__request() {
  svvs__is_started && svvs__draw && svvs__message "$svvs__number" "$1" "$2" &&
    svvs__ask "$svvs__number" "$1" "$svvs__message"
}

# svvs__ask ID AWAITED LINE: the same of a line with this id, or these ids.
svvs__ask() {
  svvs_send "$3" || return
  if [ -z "$svvs__begins" ]; then
    svvs__read_first=yes
    svvs__await "$1" "$2" "$SVVS_TIMEOUT"
  else
    echo "$1"
  fi
}

# svvs__await ID AWAITED SECONDS: folds what arrives until the call is answered, or all of a batch.
svvs__await() {
  case $1 in [0-9]* | \[[0-9]*) ;; *) svvs__fail 2 "expected the number of a call, got: $1" || return ;; esac
  svvs__converse 'answered($id)' "$3" "the reply to $2" svvs__read_on --argjson id "$1" && svvs__met=0 || svvs__met=$?
  case $svvs__met,$svvs__verdict in
    0,refused) svvs__fail 1 "$2: $(svvs_error '"\(.data.kind // .code): \(.message)"')" ;;
    0,unknown) svvs__fail 2 "expected a call that was begun, got: $1" ;;
    0,*) ;;
    124,*) svvs__fail 124 "expected the reply to $2 within $3 s, got none" ;;
    *) return 3 ;;
  esac
}

# svvs__meet VIEW CONDITION SECONDS: folds what arrives until the condition holds.
svvs__meet() {
  svvs__read_first=''
  # A comment at the end of the condition ends with its line.
  svvs__converse "met(\$view; ($2$svvs__newline))" "$3" "$2 in view $1" svvs__read_one --arg view "$1" &&
    svvs__met=0 || svvs__met=$?
  case $svvs__met,$svvs__verdict in
    0,bad) svvs__fail 2 "expected a jq condition for the state of view $1, got: $2" ;;
    0,*) ;;
    124,*) svvs__fail 124 "view $1: expected $2 within $3 s, got $(svvs_state "$1")" ;;
    2,*) return 2 ;;
    *) return 3 ;;
  esac
}

# svvs__converse QUESTION SECONDS AWAITED READER JQ-OPTION…: folds and reads in turn until the verdict
# on the question is another than "other".
svvs__converse() {
  svvs__question=$1 svvs__seconds=$2 svvs__awaited=$3 svvs__reader=$4
  shift 4
  [ -n "$svvs__read_first" ] || svvs__draw # The number of a request is that of its time limit too.
  svvs__time_limit "$svvs__seconds"
  svvs__outcome=0 svvs__verdict=other
  [ -n "$svvs__read_first" ] || svvs__fold "$svvs__question" "$@" || svvs__outcome=$?
  svvs__read_first=''
  while [ "$svvs__verdict" = other ] && [ "$svvs__outcome" -eq 0 ]; do
    # What has come before the end, or in time, is folded all the same.
    "$svvs__reader" || svvs__outcome=$?
    svvs__fold "$svvs__question" "$@" || svvs__outcome=$?
  done
  svvs__silence
  return "$svvs__outcome"
}

# svvs__read_one: reads a line to be folded. svvs__read_on: reads up to the first that may be a reply.
svvs__read_one() {
  svvs__read || svvs__no_line $? "$svvs__awaited" || return
  printf '<-- %s\n' "$svvs_line" >>"$svvs__dir/pending"
}

svvs__read_on() {
  while :; do
    svvs__read_one || return
    case $svvs_line in '{"jsonrpc":"2.0","method":"state/changed",'*) ;; *) return 0 ;; esac
  done
}

# svvs__fold QUESTION JQ-OPTION…: folds what has been sent and received since the last time into the
# file state, and sets svvs__verdict. The file has the verdict before what is known; fold.jq tells more.
svvs__fold() {
  svvs__program="include \"fold\"; \$known[-1] | fold(inputs) | $1 | .[]"
  shift
  svvs__folded=$(jq -nRc -L "$SVVS_SHELL" --slurpfile known "$svvs__dir/state" "$@" "$svvs__program" \
    "$svvs__dir/pending" 2>"$svvs__dir/said") || {
    svvs__refused=$?
    case $svvs__refused in
      2) cat "$svvs__dir/said" >&2 ;;
      3) svvs__verdict=bad && return 0 ;; # No program: the condition is at fault.
      *) svvs__fail 3 "could not fold: $(head -n 1 "$svvs__dir/said")" ;;
    esac
    return "$svvs__refused"
  }
  printf '%s\n' "$svvs__folded" >"$svvs__dir/state"
  : >"$svvs__dir/pending"
  svvs__verdict=${svvs__folded%%"$svvs__newline"*}
  svvs__verdict=${svvs__verdict#\"}
  svvs__verdict=${svvs__verdict%\"}
  case $svvs__verdict in
    fault) svvs__fail 3 "$(svvs__show .fault)" ;;
    gap) svvs__ask_again ;;
  esac
}

# Asks for the snapshots of views that have missed a change. The number of views is that of messages.
svvs__ask_again() {
  svvs__verdict=other
  svvs__requests=$(svvs__show '.gaps[] |
    {jsonrpc: "2.0", id: "view/get \(.)", method: "view/get", params: {view: .}}') || return
  while IFS= read -r svvs__message; do
    svvs_send "$svvs__message" || return
  done <<END
$svvs__requests
END
  svvs__time_limit "$svvs__seconds"
}

# svvs__show FILTER [VIEW]: prints what a filter makes of what is known.
svvs__show() {
  jq -nrc -L "$SVVS_SHELL" --slurpfile known "$svvs__dir/state" --arg view "${2-}" \
    "include \"json\"; include \"fold\"; \$known[-1] | $1$svvs__newline | shown" || return 2
}
