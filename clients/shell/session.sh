# shellcheck shell=sh
# shellcheck disable=SC2154 # Variables are shared with the other parts.
# shellcheck disable=SC2016 # The dollars in single quotes are variables of jq.
# A part of svvs.sh: sessions, of this front end alone or shared with others.

# svvs_open_session [SESSION] [NAME=VALUE…]: opens a session. With shared:=true others can join it. With keep:=SECONDS
# it outlives its last connection by this time. Without SESSION the server chooses a name: `svvs_result .session`
# prints it.
svvs_open_session() {
  svvs__is_started || return
  case ${1-=} in *=*) ;; *) svvs__session=$1 && shift && set -- "session=$svvs__session" "$@" ;; esac
  svvs__request session/open pairs "$@"
}

# svvs_close_session SESSION: closes a session and its views, for all members.
svvs_close_session() {
  svvs__usage 1 "svvs_close_session SESSION" "$@" && svvs__request session/close session "$1"
}

# svvs_join [--delivery DELIVERY] SESSION [TOKEN]: joins a shared session and opens its views here. With the token of an
# earlier connection, this connection takes its place. After svvs_open_session and svvs_join, `svvs_result .token` prints
# the token.
svvs_join() {
  svvs__delivery=''
  case ${1-} in --delivery) svvs__delivery=${2-} && shift $(($# < 2 ? 1 : 2)) ;; esac
  svvs__usage 1 "svvs_join [--delivery DELIVERY] SESSION [TOKEN]" "$@" || return
  # No number of an earlier connection may be used again. The numbers that follow are below 2^53.
  [ -z "${2-}" ] || echo "$(od -An -N 4 -t u4 /dev/urandom | tr -d ' ')000000" >"$svvs__dir/count"
  svvs__request session/join join "$1" "$svvs__delivery" "${2-}"
}

# svvs_sessions [FILTER]: requests the shared sessions with their views and connections, and prints them.
svvs_sessions() {
  svvs__is_started && svvs__request session/list pairs && svvs__show ".result.sessions[] | (${1-.}$svvs__newline)" '' "${1-.}"
}

# svvs_views [SESSION]: prints the names of the open views, of all sessions or of one, one per line.
svvs_views() {
  svvs__is_started &&
    svvs__show '.views | to_entries[] | select($view == "" or .value.session == $view) | .key' "${1-}"
}
