# shellcheck shell=sh
# shellcheck disable=SC2154 # Variables are shared with the other parts.
# A part of svvs.sh: servers that several front ends share.

# svvs_attach [NAME|PATH] [OPTION…]: attaches to a server that others share, which is started by
# $SVVS OPTION… if there is none. All else is as with a server of one's own, but that it goes on when
# this connection ends. After a cut, it attaches again; svvs_join tells more.
svvs_attach() {
  unset svvs__place
  case ${1--} in -*) ;; *) svvs__place=$1 && shift ;; esac
  svvs__is_cut || svvs__is_free svvs_attach || return
  svvs__read_command || return
  eval "svvs__has_serve $svvs__words" || svvs__words="$svvs__words serve"
  eval "svvs__attach $svvs__words \"\$@\""
}

# ---- What follows is private.

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

# After a cut, numbers go on, so that no reply is taken for another's.
svvs__resume() {
  svvs_hang_up && svvs__reap || return
  rm -f "$svvs__dir/in" "$svvs__dir/out" "$svvs__dir/ended" "$svvs__dir/status" "$svvs__dir/fault" \
    "$svvs__dir/hung-up" "$svvs__dir/rest"
  svvs__record --- 'attached again'
  svvs__fold '["done", .]'
}
