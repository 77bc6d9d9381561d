# The received lines of a log as people would tell them, one each:
#     left {"count":1}, right {"count":1} by left increment     a commit, and the calls behind it
#     done left increment                                       a reply
#     refused user load RequestCancelled
#     closed right, opened left {"count":0}, 2 in work          what others, or the server, did to a session
#     closed work                                               and its end

include "json";
include "fold";

def called: [.view, .method] | map(values) | join(" ");

def entry: "\(.view) \(if has("patch") then .patch else .changes // .changed end | text)";

def commit:
  (.views | map(entry) | join(", ")) + if .cause then " by " + (.cause | map(called) | join(", ")) else "" end;

def shared:
  if .connections == 0 then "closed \(.session)" else
    [(.closed[] | "closed \(.)"), (.opened[] | "opened \(.view) \(.state | text)"), "\(.connections) in \(.session)"]
    | join(", ")
  end;

def replied($calls):
  (($calls[.id | tojson] // {method: "\(.id | tojson)"}) | called) as $name
  | if has("error") then "refused \($name) \(.error.data.kind // .error.code)" else "done \($name)" end;

def told($calls):
  if type == "array" then map(told($calls)) | join(", ")
  elif .method == "state/changed" then .params | commit
  elif .method == "session/changed" then .params | shared
  elif has("method") then text
  else replied($calls) end;

# sequence(MARK): of the lines after so many.
def sequence($mark; lines):
  foreach lines as $line ({number: 0, calls: {}};
    .number += 1 | .line = $line | if $line | startswith("--> ") then sent(try ($line[4:] | value) catch null) else . end;
    select(.number > $mark and (.line | startswith("<-- "))) | .calls as $calls
    | .line[4:] | (try value catch .) | if type == "object" or type == "array" then told($calls) else tostring end);
