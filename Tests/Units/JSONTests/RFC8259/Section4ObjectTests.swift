import Testing

/// RFC 8259, section 4: an object has members between braces, separated by commas. A member is a string, a colon and a
/// value.
struct Section4ObjectTests {
  static let objects: [(JSONText, Tree)] = [
    ("{}", [:]), (#"{"a":1}"#, ["a": 1]), (#"{"a":1,"b":2}"#, ["a": 1, "b": 2]), (#"{"b":1,"a":2}"#, ["b": 1, "a": 2]),
    (#"{"":""}"#, ["": ""]), (#"{"a":null,"b":[],"c":{}}"#, ["a": nil, "b": [], "c": [:]]),
    (#"{"a":{"a":{"a":1}}}"#, ["a": ["a": ["a": 1]]]), (#"{ "a" : 1 }"#, ["a": 1]), (#"{"1":1}"#, ["1": 1]),
    (#"{"a b":1,"a.b":2,"a/b":3,"~":4}"#, ["a b": 1, "a.b": 2, "a/b": 3, "~": 4]),
    (#"{"\u0061":1}"#, ["a": 1]), (#"{"\"\\\n":1}"#, ["\"\\\n": 1]),
    (#"{"é":1,"日本":2,"😀":3}"#, ["é": 1, "日本": 2, "😀": 3]),
    (#"{"\ud83d\ude00":1}"#, ["😀": 1]), (#"{"{\"a\":1}":"}"}"#, [#"{"a":1}"#: "}"]),
    // Names are equal only if their characters are equal. Neither case nor Unicode composition is ignored.
    (#"{"a":1,"A":2,"a ":3}"#, ["a": 1, "A": 2, "a ": 3]),
    ("{\"\u{E9}\":1,\"e\u{301}\":2}", ["\u{E9}": 1, "e\u{301}": 2]),
    (#"{"true":1,"null":2,"1":3}"#, ["true": 1, "null": 2, "1": 3]), (#"{"__proto__":1}"#, ["__proto__": 1]),
    // Equal names in different objects.
    (#"{"a":{"a":1},"b":{"a":1}}"#, ["a": ["a": 1], "b": ["a": 1]]), (#"[{"a":1},{"a":1}]"#, [["a": 1], ["a": 1]]),
    (#"{"\u0001":1,"\u007f":2}"#, ["\u{1}": 1, "\u{7F}": 2]),
  ]

  @Test(arguments: objects) func anObjectHasMembersInTheOrderOfTheText(text: JSONText, value: Tree) throws {
    try expect(text, isTakenAs: value)
  }

  static let notObjects: [(JSONText, Refusal)] = [
    // Commas.
    (#"{"a":1,}"#, .syntax.at(1, 8)), (#"{,"a":1}"#, .syntax), ("{,}", .syntax), (#"{"a":1,,"b":2}"#, .syntax),
    (#"{"a":1,,}"#, .syntax), (#"{"a":1 "b":2}"#, .syntax), (#"{"a":1;"b":2}"#, .syntax), (#"{"a":1:"b":2}"#, .syntax),
    (#"{"a","b":1}"#, .syntax),
    // Colons.
    (#"{"a"}"#, .syntax), (#"{"a" 1}"#, .syntax), (#"{"a"::1}"#, .syntax), (#"{:1}"#, .syntax), (#"{"a":}"#, .syntax),
    (#"{"a":,"b":1}"#, .syntax), (#"{"a"=1}"#, .syntax), (#"{"a"=>1}"#, .syntax), (#"{"a",1}"#, .syntax),
    (#"{"a":1:2}"#, .syntax), (#"{"a":1 2}"#, .syntax), (#"{"a""b"}"#, .syntax), (#"{"a""b":1}"#, .syntax),
    // Names that are not strings.
    ("{a:1}", .syntax), ("{1:1}", .syntax), ("{null:1}", .syntax), ("{true:1}", .syntax), ("{'a':1}", .syntax),
    ("{[]:1}", .syntax), ("{{}:1}", .syntax), ("{-1:1}", .syntax), (#"{"a":1,b:2}"#, .syntax), ("{$a:1}", .syntax),
    (#"{"a":1,2}"#, .syntax), (#"{\u0022a":1}"#, .syntax), ("{...a}", .syntax),
    ("{", .syntax), (#"{""#, .syntax), (#"{"a"#, .syntax), (#"{"a""#, .syntax), (#"{"a":"#, .syntax),
    (#"{"a":1"#, .syntax.at(1, 6)), (#"{"a":1,"#, .syntax), (#"{"a":1]"#, .syntax), (#"{"a":[1}"#, .syntax),
    (#"{"a":{"b":1}"#, .syntax), (#"{"a":1}}"#, .syntax), (#"{"a":1))"#, .syntax), ("[1:2]", .syntax),
    (#"["a":1]"#, .syntax),
    ("{\n \"a\": 1,\n \"b\" 2\n}", .syntax.at(3, 6)),
  ]

  @Test(arguments: notObjects) func whatIsNotQuiteAnObjectIsRefused(text: JSONText, refusal: Refusal) {
    expect(text, isRefusedAs: refusal)
  }

  /// According to the section, names SHOULD be unique. This parser requires it.
  static let duplicates: [(JSONText, Refusal)] = [
    (#"{"a":1,"a":1}"#, .duplicateKey.at(1, 10)), (#"{"a":1,"a":2}"#, .duplicateKey),
    (#"{"a":1,"b":2,"a":3}"#, .duplicateKey), (#"{"":1,"":2}"#, .duplicateKey), (#"{"a":1,"\u0061":2}"#, .duplicateKey),
    (#"{"\/":1,"/":2}"#, .duplicateKey), (#"{"\u00e9":1,"\u00E9":2}"#, .duplicateKey),
    (#"{"é":1,"\u00e9":2}"#, .duplicateKey), (#"{"\ud83d\ude00":1,"😀":2}"#, .duplicateKey),
    (#"[{"b":{"a":1,"a":2}}]"#, .duplicateKey), (#"{"a":{},"a":{}}"#, .duplicateKey),
    (#"{"a":null,"a":null}"#, .duplicateKey), ("{\"a\":1,\n\"a\":2}", .duplicateKey.at(2, 3)),
  ]

  @Test(arguments: duplicates) func aNameThatComesTwiceIsRefused(text: JSONText, refusal: Refusal) {
    expect(text, isRefusedAs: refusal)
  }
}
