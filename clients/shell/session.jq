# The shared sessions, which are part of the state of fold.jq:
#     tokens    by session, to join it again after a lost connection
#     cut       {tokens, calls}: of earlier connections, until the session is joined again

def take($view; $commit; $session):
  .views[$view.view] = {commit: $commit, state: $view.state, stale: [], session: $session};

def left($session): .views |= with_entries(select(.value.session != $session)) | del(.tokens[$session]);

# Resets the views for a new connection, and keeps calls without a reply for svvs_join.
def cut:
  .cut = {tokens: (.cut.tokens + .tokens), calls: (.cut.calls + .calls)}
  | .tokens = {} | .calls = {} | .views = {} | del(.fault);

# The parameters for joining a session again.
def again($session):
  if .cut.tokens[$session] then
    [.cut.calls | to_entries[] | select(.value.session == $session) | .key | fromjson] as $unanswered
    | {token: .cut.tokens[$session], $unanswered}
  else {} end;

# A reply in $result of session/join, with the state of its view if it is a snapshot: $result has each state once.
def completed($result):
  ([.result | objects | .view | strings | . as $name | $result.views[] | select(.view == $name)] | .[0]) as $view
  | if $view then .result += {commit: $result.commit, state: $view.state} else . end;

# The outcomes of calls of lost connections.
def settled($result):
  .cut.calls as $calls
  | reduce ($result.answers[] | completed($result)) as $answer (.; .outcomes[$answer.id | tojson] = ($answer | del(.id)))
  | reduce ($result.running[] | tojson) as $id (.; .calls[$id] = $calls[$id])
  | reduce ($result.unknown[] | tojson) as $id (.;
      .outcomes[$id] = {error: {message: "it never arrived, or its reply was forgotten", data: {kind: "UnknownCall"}}})
  | .cut.calls |= with_entries(select(.value.session != $result.session))
  | del(.cut.tokens[$result.session]);

# The result of session/open and session/join.
def entered($result):
  if $result.token then .tokens[$result.session] = $result.token else . end
  | if $result.views then
      reduce $result.views[] as $view (.; take($view; $result.commit; $result.session))
      | if .cut.tokens[$result.session] then settled($result) else . end
    else . end;

# Removes a token that the server does not know, as after its restart.
def refused($call; $error):
  if $call.method == "session/join" and $error.data.path == "/token" then del(.cut.tokens[$call.session]) else . end;

# Changes of a session by others. A closed session has no connections.
def shared($params):
  del(.views[$params.closed[]])
  | reduce $params.opened[] as $view (.; take($view; $view.commit; $params.session))
  | if $params.connections == 0 then left($params.session) else . end;
