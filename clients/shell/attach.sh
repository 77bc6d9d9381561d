# shellcheck shell=sh
# shellcheck disable=SC2154 # Variables are shared with the other parts.
# A part of svvs.sh: connections to servers that several front ends share.

# svvs_attach [NAME|PATH] [OPTION…]: attaches to a shared server. If none runs, $SVVS OPTION… starts it. The other
# functions work as with svvs_start, but the server outlives this connection. After a lost connection, svvs_attach
# connects again; see svvs_join.
svvs_attach() {
  unset svvs__place
  case ${1--} in -*) ;; *) svvs__place=$1 && shift ;; esac
  svvs__is_cut || svvs__is_free svvs_attach || return
  svvs__read_command || return
  eval "svvs__has_serve $svvs__words" || svvs__words="$svvs__words serve"
  eval "svvs__attach $svvs__words \"\$@\""
}

# ---- Private functions

svvs__is_cut() { [ -n "$svvs__dir" ] && { [ -s "$svvs__dir/status" ] || [ -e "$svvs__dir/hung-up" ]; }; }

# svvs__has_serve WORD…: succeeds if one of them is serve.
svvs__has_serve() {
  for svvs__each; do [ "$svvs__each" != serve ] || return 0; done
  return 1
}

# svvs__attach WORD…: launches the words with `attach PLACE --` in the place of the first `serve`.
svvs__attach() {
  svvs__seen=''
  for svvs__each; do
    shift
    case $svvs__seen$svvs__each in
      serve) svvs__seen=yes && set -- "$@" attach ${svvs__place+"$svvs__place"} -- ;;
      *) set -- "$@" "$svvs__each" ;;
    esac
  done
  svvs__launch "$@"
}

# Connects again after a lost connection. Request numbers continue, so that each reply belongs to one request.
svvs__resume() {
  svvs_hang_up && svvs__reap || return
  rm -f "$svvs__dir/in" "$svvs__dir/out" "$svvs__dir/ended" "$svvs__dir/status" "$svvs__dir/fault" \
    "$svvs__dir/hung-up" "$svvs__dir/rest"
  svvs__record --- 'attached again'
  svvs__fold '["done", .]'
}
