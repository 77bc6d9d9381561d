# shellcheck shell=sh
# shellcheck disable=SC2154 # Variables are shared with the other parts.
# shellcheck disable=SC2016 # The dollars in single quotes are variables of jq.
# A part of svvs.sh: sessions, which are windows of this front end, or shared with others.

# svvs_open_session [SESSION] [NAME=VALUE…]: opens a session. With shared:=true others can join it, and
# keep:=SECONDS keeps it for so long when nobody is there. `svvs_result .session` is the name of one
# that the server named.
svvs_open_session() {
  svvs__is_started || return
  case ${1-=} in
    *=*) ;;
    *)
      svvs__session=$1
      shift
      set -- "session=$svvs__session" "$@"
      ;;
  esac
  svvs__request session/open pairs "$@"
}

# svvs_close_session SESSION: closes it and its views, for all who share it.
svvs_close_session() {
  svvs__usage 1 "svvs_close_session SESSION" "$@" && svvs__request session/close '{session: .[0]}' "$1"
}

# svvs_join [--delivery DELIVERY] SESSION: joins a session that another front end shares: its views are
# open here too. Who was in it before a cut and has attached again has its calls back; each is
# finished by svvs_finish.
svvs_join() {
  svvs__delivery=''
  case ${1-} in --delivery) svvs__delivery=${2-} && shift $(($# < 2 ? 1 : 2)) ;; esac
  svvs__usage 1 "svvs_join [--delivery DELIVERY] SESSION" "$@" || return
  svvs__again=$(svvs__show 'again($view)' "$1") || return
  svvs__request session/join '{session: .[0]} + (.[1] | json) + if .[2] == "" then {} else {delivery: .[2]} end' \
    "$1" "$svvs__again" "$svvs__delivery"
}

# svvs_sessions [FILTER]: asks for the shared sessions, their views and who is there, and prints them.
svvs_sessions() {
  svvs__is_started && svvs__request session/list '{}' && svvs_result ".sessions[] | (${1-.}$svvs__newline)"
}

# svvs_views [SESSION]: prints the names of the views that are open, or those of a session, a line each.
svvs_views() {
  svvs__is_started && svvs__fold '["done", .]' &&
    svvs__show '.views | to_entries[] | select($view == "" or (.value.session // "default") == $view) | .key' "${1-}"
}
