# The state of a connection, and its changes by the lines of a conversation. The state is an object:
#     views     by id: {commit, state, session}
#     calls     by the JSON of their ids: {method, view, session}; the calls in progress
#     outcomes  by the same: {result} or {error}; the outcomes that svvs_finish has not returned yet
#     result, error   of the last finished call
#     fault     the violation of the protocol; nothing is folded after it

include "json";

def fault($text): .fault = (.fault // $text);

def extended($added):
  if type == "string" and ($added | type) == "string" then . + $added else error("a value that grows is not a text") end;

# ---- RFC 6902: add, remove, replace; and append

def tokens:
  if test("^[^/]") then error("\(.) does not begin with a slash")
  else split("/")[1:] | map(gsub("~1"; "/") | gsub("~0"; "~")) end;

def key($token):
  if type == "object" then $token
  elif type == "array" and ($token | test("^(0|[1-9][0-9]*)$")) then $token | tonumber
  else error("nothing is at \($token)") end;

def apply($step; $tokens):
  key($tokens[0]) as $key
  | if $tokens[1:] == [] and $step.op == "add" then
      if type == "object" then .[$key] = $step.value
      elif $key > length then error("nothing is before \($key)")
      else .[:$key] + [$step.value] + .[$key:] end
    elif has($key) | not then error("nothing is at \($key)")
    elif $tokens[1:] != [] then .[$key] |= apply($step; $tokens[1:])
    elif $step.op == "remove" then del(.[$key])
    elif $step.op == "replace" then .[$key] = $step.value
    elif $step.op == "append" then .[$key] |= extended($step.value)
    else error("no step is called \($step.op)") end;

def patched($steps):
  reduce $steps[] as $step (.;
    if $step.op == "remove" or ($step | has("value")) then apply($step; $step.path | tokens)
    else error("a step has no value") end);

def grown($changes; $appended):
  reduce ($appended | to_entries[]) as $each (. + $changes;
    if $changes | has($each.key) then error("\($each.key) changes and grows")
    else .[$each.key] |= extended($each.value) end);

# ---- Messages

# A change of a view that is not open is ignored.
def fold_change($commit; $entry):
  .views[$entry.view] as $held
  | if $held == null then .
    elif $held.commit != $entry.from then
      fault("view \($entry.view): expected a change from commit \($held.commit | shown), got one from \($entry.from | shown)")
    else
      .views[$entry.view].commit = $commit
      | if $entry.changes or $entry.appended or $entry.patch then
          (try ($held.state | if $entry.patch then patched($entry.patch)
                              else grown($entry.changes // {}; $entry.appended // {}) end | [.])
           catch "view \($entry.view): \(.)") as $new
          | if $new | type == "array" then .views[$entry.view].state = $new[0]
            else fault("expected a \(if $entry.patch then "patch" else "change" end) that applies, got one for \($new)") end
        else fault("view \($entry.view): expected changes or a patch, got none") end
    end;

def take($view; $commit; $session):
  if ($commit | type) == "number" and ($view.state | type) == "object" then
    .views[$view.view] = {$commit, state: $view.state, session: ($session // "default")}
  else error("not a snapshot") end;

def left($session): .views |= with_entries(select(.value.session != $session));

# Changes of a session by others.
def shared($params):
  del(.views[$params.closed[]])
  | reduce $params.opened[] as $view (.; take($view; $view.commit; $params.session));

# The effect of a successful call, in addition to its result.
def done($call; $result):
  if $call.method == "view/close" then del(.views[$call.view])
  elif $call.method == "session/close" then left($call.session)
  elif $call.method == "session/join" then reduce $result.views[] as $view (.; take($view; $result.commit; $result.session))
  elif $call.method == "view/open" or $call.method == "view/get" then
    take($result; $result.commit; $call.session)
  else . end;

# An error without an id may belong to any call in progress.
def reply:
  . as [$known, $reply] | ($reply.id | tojson) as $id | $known.calls[$id] as $call | $reply.result as $result
  | $known
  | if $reply.id == null and $reply.error then
      .outcomes += (.calls | map_values({error: $reply.error})) | .calls = {}
    elif $call == null then fault("expected the reply to a call, got one to \($id)")
    else
      del(.calls[$id])
      | if $reply | has("error") then .outcomes[$id] = {error: $reply.error}
        else .outcomes[$id] = {result: $result} | done($call; $result) end
    end;

def received($message):
  . as $known
  | if ($message | type) != "object" then fault("expected one message on a line")
  elif $message.method == "state/changed" then
    reduce $message.params.views[] as $entry (.; fold_change($message.params.commit; $entry))
  elif $message.method == "session/changed" then shared($message.params)
  elif $message | has("id") and has("method") then fault("expected a server, got a command that repeats its input")
  elif $message | has("method") then .
  else [., $message] | reply end;

# Parameters that are not an object are sent; the server refuses them.
def call: {method, view: (.params | objects | .view), session: (.params | objects | .session)};

# The session of a call's view, or of the view that the call opens.
def home($call):
  [.views[$call.view | strings].session, (.calls[] | select(.method == "view/open" and .view == $call.view) | .session)]
  | map(values) | .[0];

def sent($message):
  if ($message | type) == "object" and ($message | has("id") and has("method")) then
    ([$message | call] | .[0] // {method: $message.method}) as $call
    | .calls[$message.id | tojson] = $call + {session: ($call.session // home($call))}
  else . end;

# A text of the server, which a terminal can show.
def escaped: tojson[1:-1] | gsub("\\u007f"; "\\\\u007f");

# A line of the log: an arrow and the text.
def line($line):
  if $line | startswith("--> ") then sent(try ($line[4:] | value) catch null)
  else
    (try [$line[4:] | value] catch []) as $messages
    | if $messages == [] then fault("expected a JSON-RPC message, got: \($line[4:204] | escaped)") else received($messages[0]) end
  end;

def fold(lines):
  reduce lines as $line (.;
    if .fault then .
    else
      . as $known | try line($line) catch ($known | fault("expected a message of the protocol, got: \($line[4:204] | escaped)"))
    end);

# ---- Questions of the shell

# A verdict in one word, and the new state: whether a call has its reply.
def answered($id):
  ($id | tojson) as $key | .outcomes[$key] as $outcome
  | if $outcome == null then [if .calls[$key] then "other" else "unknown" end, .]
    else
      del(.outcomes[$key])
      | if $outcome.error then ["refused", (.error = $outcome.error)] else ["done", (.result = $outcome.result)] end
    end;

# The last error as a sentence.
def refusal:
  .error
  | "\(.data.kind // .code): \(.message)"
    + if .data.found? == "string" then
        (.data.path | tokens | last) as $name | " `\($name)=VALUE` passes a text; for a number write `\($name):=VALUE`."
      else "" end;

def state_of($view):
  if .views | has($view) then .views[$view] else
    "svvs: expected an open view, got \($view); open: \(.views | keys | join(", "))\n" | halt_error(2) end;

# The property that a filter reads first, if the state does not have it. It is named by the error for an array.
def missing(filter):
  ([] | try (first(filter) | empty) catch (strings | capture("^Cannot index array with (string )?\"(?<name>.*)\"$").name))
    as $name
  | select(has($name) | not) | $name;

# Applies a filter to the state of a view.
def read($view; filter):
  state_of($view).state
  | first(missing(filter), null) as $name
  | if $name == null then filter else
      "svvs: view \($view): expected a property, got \($name); it has: \(keys_unsorted | join(", "))\n" | halt_error(2)
    end;

def met($view; condition):
  [try (first(read($view; condition)) | if . then "done" else "other" end) catch "bad"] | .[0] // "other";

# The answer of the jq of a wait to the answer with a state. It must not end.
def verdict($view; condition):
  (.[:20] | index(" 0 ")) as $at
  | if $at == null then . else
      (.[$at + 3:] | fromjson) as $known
      | .[:$at + 3] + ($known | if .fault or .views[$view] == null or ([.views[$view].state | missing(condition)] != [])
                                then "failed" else met($view; condition) end)
    end;
