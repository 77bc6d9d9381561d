# The program that follows one connection, and answers the questions of the shell. A question is a line of texts: its
# number, its kind and its arguments, each followed by a unit separator. It ends with two record separators; a line
# without them is the beginning of a question whose shell was killed. A text that begins with a record separator is JSON.
# Each answer is one line: the number of the question, the status for the shell, and a text. What was received has none.

include "json";
include "fold";

# The texts of a question.
def texts: split("\u001f")[:-1] | map(if startswith("\u001e") then .[1:] | fromjson else . end);

# The parameters of a request, made of the arguments of a shell function.
def params($shape):
  if $shape == "pairs" then pairs
  elif $shape == "json" then .[0] | if . == "" then {} else value("expected JSON parameters") end
  elif $shape == "session" then {session: .[0]}
  elif $shape == "join" then {session: .[0], delivery: .[1], token: .[2]} | with_entries(select(.value != ""))
  elif $shape == "open" then
    {type: .[0], view: .[1]} + ({delivery: .[2], session: .[3]} | with_entries(select(.value != "")))
    + (.[4:] | pairs | if . == {} then {} else {params: .} end)
  elif $shape == "set" then {view: .[0], properties: (.[1:] | pairs)}
  else {view: .[0]} + (.[1:] | pairs) end;

# A line for logs, with … for the secrets. If it is not valid JSON, it is cut at the first of the words.
def hidden($words):
  ([$words[], "\\u" | gsub("(?<sign>\\W)"; "\\\(.sign)")] | join("|")) as $secret
  | . as $line | [match($secret; "i").offset] as $found
  | if $found == [] then . else
      (try value catch null) | if . != null then masked($words) | text else $line[:$found[0]] + "…" end
    end;

# The state that a filter of the shell needs: of one view, or else of none, with the last result and error.
def excerpt($view):
  if .views | has($view) then {fault, views: (.views | {($view): .[$view]})} else .views |= map_values({session}) end
  | del(.calls, .outcomes);

# One line without control characters that end it.
def one_line: gsub("\n"; " ");

def answer($number; $status; $text): .answer = "\($number) \($status) \($text)";

def asked($question):
  $question[0] as $number | $question[1] as $kind | $question[2:] as $arguments
  | if $kind == "received" then .known |= fold("<-- " + $arguments[0])
    elif $kind == "sent" then
      ($arguments[0] | ascii_downcase | split(" ") | map(select(. != ""))) as $words
      | .known |= fold("--> " + $arguments[1]) | answer($number; 0; $arguments[1] | hidden($words))
    elif $kind == "message" then
      ($arguments[0] | if . == "" then null else tonumber end) as $id | $arguments[2] as $shape
      | ($arguments[1:2] + $arguments[3:]) as $texts
      | (try [0, ($texts | message($id; params($shape)) | text)] catch [2, .]) as $made
      | answer($number; $made[0]; $made[1] | one_line)
    elif $kind == "state" then answer($number; 0; .known | excerpt($arguments[0]) | tojson)
    elif .known.fault then answer($number; 3; .known.fault | one_line)
    elif $kind == "answered" then
      (.known | answered($arguments[0] | tonumber)) as [$verdict, $known]
      | .known = $known
      | if $verdict == "refused" then answer($number; 1; $known | refusal | one_line) else answer($number; 0; $verdict) end
    else answer($number; 0; "sound") end;

def answers:
  foreach (inputs | select(endswith("\u001e\u001e")) | texts) as $question (
    {known: {views: {}, calls: {}, outcomes: {}}}; .answer = null | asked($question); .answer | strings);
