# The state of a connection, and its changes by the lines of a conversation. The state is an object:
#     views     by id: {commit, state, stale, session}
#     calls     by the JSON of their ids: {method, view, session}; the calls in progress
#     outcomes  by the same: {result} or {error}; the outcomes that svvs_finish has not returned yet
#     result, error   of the last finished call
#     fault     the violation of the protocol; nothing is folded after it
#     tokens, cut     of shared sessions; see session.jq

include "json";
include "session";

def fault($text): .fault = (.fault // $text);

# ---- RFC 6902: add, remove, replace

def tokens: split("/")[1:] | map(gsub("~1"; "/") | gsub("~0"; "~"));

def key($token):
  if type == "object" then $token
  elif type == "array" and ($token | test("^(0|[1-9][0-9]*)$")) then $token | tonumber
  else error("nothing is at \($token)") end;

def apply($step; $tokens):
  if $tokens == [] then $step.value
  else
    key($tokens[0]) as $key
    | if ($tokens | length) > 1 then
        if has($key) then .[$key] = (.[$key] | apply($step; $tokens[1:])) else error("nothing is at \($key)") end
      elif $step.op == "add" and type == "array" then
        if $key > length then error("nothing is before \($key)") else .[:$key] + [$step.value] + .[$key:] end
      elif $step.op == "add" then .[$key] = $step.value
      elif has($key) | not then error("nothing is at \($key)")
      elif $step.op == "replace" then .[$key] = $step.value
      elif $step.op == "remove" then del(.[$key])
      else error("no step is called \($step.op)") end
  end;

def patched($steps): reduce $steps[] as $step (.; apply($step; $step.path | tokens));

# ---- Messages

# A change of a view that is not open is ignored.
def fold_change($commit; $entry):
  .views[$entry.view] as $held
  | if $held == null then .
    elif $held.commit != $entry.from then
      fault("view \($entry.view): expected a change from commit \($held.commit | shown), got one from \($entry.from | shown)")
    else
      .views[$entry.view].commit = $commit
      | if $entry.changes then .views[$entry.view].state += $entry.changes
        elif $entry.patch then
          (try ($held.state | patched($entry.patch) | [.]) catch "view \($entry.view): \(.)") as $new
          | if $new | type == "array" then .views[$entry.view].state = $new[0]
            else fault("expected a patch that applies, got one for \($new)") end
        elif $entry.changed then .views[$entry.view].stale = ($held.stale + $entry.changed | unique)
        else fault("view \($entry.view): expected changes, a patch or names, got none") end
    end;

# The effect of a successful call, in addition to its result.
def done($call; $result):
  if $call.method == "view/close" then del(.views[$call.view])
  elif $call.method == "session/close" then left($call.session)
  elif $call.method == "session/open" or $call.method == "session/join" then entered($result)
  elif ($result | type) == "object" and ($result | has("view") and has("state")) then
    take($result; $result.commit; $call.session // .views[$result.view].session)
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
      | if $reply | has("error") then .outcomes[$id] = {error: $reply.error} | refused($call; $reply.error)
        else .outcomes[$id] = {result: $result} | done($call; $result) end
    end;

def received($message):
  . as $known
  | if ($message | type) == "array" and $message != [] and all($message[]; type == "object") then
    reduce $message[] as $one (.; [., $one] | reply)
  elif ($message | type) != "object" then fault("expected one message on a line")
  elif $message.method == "state/changed" then
    reduce $message.params.views[] as $entry (.; fold_change($message.params.commit; $entry))
  elif $message.method == "session/changed" then shared($message.params)
  elif $message | has("id") and has("method") and .method == ($known.calls[.id | tojson].method // null) then
    fault("expected a server, got a command that repeats its input")
  elif $message | has("method") then .
  else [., $message] | reply end;

# Parameters that are not an object are sent; the server refuses them.
def call: {method, view: (.params | objects | .view), session: (.params | objects | .session)};

# The session of a call's view, or of the view that the call opens.
def home($call):
  [.views[$call.view | strings].session, (.calls[] | select(.method == "view/open" and .view == $call.view) | .session)]
  | map(values) | .[0];

def sent($message):
  reduce ($message | if type == "array" then .[] else . end | objects | select(has("id") and has("method"))) as $one (.;
    ([$one | call] | .[0] // {method: $one.method}) as $call
    | .calls[$one.id | tojson] = $call + {session: ($call.session // home($call))});

# A text of the server, which a terminal can show.
def escaped: tojson[1:-1] | gsub("\\u007f"; "\\\\u007f");

# A line of the log: an arrow and the text, or dashes where another connection begins.
def line($line):
  if $line | startswith("--> ") then sent(try ($line[4:] | value) catch null)
  elif $line | startswith("--- ") then cut
  else
    (try [$line[4:] | value] catch []) as $messages
    | if $messages == [] then fault("expected a JSON-RPC message, got: \($line[4:204] | escaped)") else received($messages[0]) end
  end;

def fold(lines):
  reduce lines as $line (.;
    if .fault and ($line | startswith("--- ") | not) then .
    else
      . as $known | try line($line) catch ($known | fault("expected a message of the protocol, got: \($line[4:204] | escaped)"))
    end);

# ---- Questions of the shell: a verdict in one word, and the new state

def verdict(question): if .fault then ["fault", .] else question end;

# Whether a call has its reply, or each call of a batch, which is a list.
def answered($ids):
  [$ids | if type == "array" then .[] else . end | tojson] as $keys | .outcomes as $outcomes | .calls as $calls
  | .cut.calls as $cut
  | if any($keys[]; $outcomes[.] == null) then
      [if all($keys[]; $outcomes[.] or $calls[.]) then "other"
       elif any($keys[]; $cut[.]) then "cut"
       else "unknown" end, .]
    else
      [$outcomes[$keys[]]] as $found | ([$found[].error | values] | .[0]) as $error
      | del(.outcomes[$keys[]])
      | if $error then .error = $error else . end
      | if ($ids | type) == "array" then .result = $found elif $error then . else .result = $found[0].result end
      | [if $error then "refused" else "done" end, .]
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
    "expected an open view, got \($view); open: \(.views | keys | join(", "))" | wrong end;

def met($view; condition):
  state_of($view).state as $state
  | [([try (first($state | condition) | if . then "done" else "other" end) catch "bad"] | .[0] // "other"), .];
