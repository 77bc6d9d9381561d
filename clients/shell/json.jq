# JSON with integers of 64 bits, which jq would round to doubles. Integers that a double cannot represent are kept as
# strings with a mark before their digits, and are printed as digits.

def mark: "\ufdd0";

def marked:
  if test("^-?[0-9]{16,}$") and (tonumber | fabs > 9007199254740991) then "\"\(mark)\(.)\"" else . end;

# The value of a JSON text.
def value:
  if test("[0-9]{16}") then gsub("(?<token>\"(?:[^\"\\\\]|\\\\.)*\"|-?[0-9][0-9.eE+-]*)"; .token | marked) else . end
  | fromjson;

# The JSON text of a value.
def text: tojson | if contains(mark) then gsub("\"\ufdd0(?<digits>-?[0-9]+)\""; .digits) else . end;

# The text for people: strings without quotes.
def shown: if type == "string" then ltrimstr(mark) else text end;

# ---- Messages, made of the arguments of a shell function

# The value of a JSON text, or else an error with a message. In jq 1.6, an error within `catch` is caught as well.
def value($message): (try [value] catch null) | if . then .[0] else error($message) end;

# A list of NAME=TEXT and NAME:=JSON as an object.
def pairs:
  map(
    split("=") as $parts | $parts[0] as $name | ($parts[1:] | join("=")) as $text
    | if ($parts | length) == 1 then error("expected name=value or name:=json, got: \(.)")
      elif $name | endswith(":") then {($name[:-1]): ($text | value("expected JSON after \($name)="))}
      else {($name): $text} end)
  | add // {};

# A request, or a notification if there is no id, of a list that begins with the method.
def message($id; params):
  {jsonrpc: "2.0"} + if $id then {id: $id} else {} end + {method: .[0], params: (.[1:] | params)};

# The value with … for each member whose name contains one of the words, for logs.
def masked($words):
  if type == "object" then with_entries(
    (.key | ascii_downcase) as $name
    | if any($words[]; . as $word | $name | contains($word)) then .value = "…" else .value |= masked($words) end)
  elif type == "array" then map(masked($words))
  else . end;
