# The received lines of a log, summarized for people, one each:
#     left {"count":1}, right {"count":1} by left increment     a commit, and its causes
#     done left increment                                       a reply
#     refused user load RequestCancelled
#     closed right, opened left {"count":0}, 2 in work          changes of a session by others or the server
#     closed work                                               and its end

include "json";
include "fold";

def called: [.view, .method] | map(values) | join(" ");

# The texts that were added to others are marked with a plus sign.
def entry:
  ((.appended // {}) | with_entries(.key += "+")) as $appended
  | "\(.view) \(if has("patch") then .patch else (.changes // {}) + $appended end | text)";

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
  if .method == "state/changed" then .params | commit
  elif .method == "session/changed" then .params | shared
  elif has("method") then text
  else replied($calls) end;

# sequence(MARK): summarizes the lines after the first MARK lines.
def sequence($mark; lines):
  foreach lines as $line ({number: 0, calls: {}};
    .number += 1 | .line = $line | if $line | startswith("--> ") then sent(try ($line[4:] | value) catch null) else . end;
    select(.number > $mark and (.line | startswith("<-- "))) | .calls as $calls
    | .line[4:] | (try value catch .) | if type == "object" then told($calls) else tostring end);
