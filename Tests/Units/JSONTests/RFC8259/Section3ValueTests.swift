import Testing

/// RFC 8259, section 3: an object, an array, a number, a string, or one of three words in lower case.
struct Section3ValueTests {
  static let words: [(JSONText, Tree)] = [
    ("[null]", [nil]), ("[true,false,null]", [true, false, nil]), (#"{"null":null}"#, ["null": nil]),
    (#"{"a":true,"b":false}"#, ["a": true, "b": false]), (#""null""#, "null"), (#"["true"]"#, ["true"]),
    ("[true ,\ttrue]", [true, true]),
  ]

  @Test(arguments: words) func thereAreThreeWords(text: JSONText, value: Tree) throws {
    try expect(text, isTakenAs: value)
  }

  static let otherWords: [(JSONText, Refusal)] = [
    // Words with upper-case letters.
    ("True", .syntax), ("TRUE", .syntax), ("tRue", .syntax), ("False", .syntax), ("FALSE", .syntax), ("Null", .syntax),
    ("NULL", .syntax), ("nuLl", .syntax), ("[True]", .syntax),
    // Words that are too short or too long.
    ("t", .syntax), ("tru", .syntax.at(1, 3)), ("fals", .syntax), ("nul", .syntax), ("n", .syntax), ("[nul]", .syntax),
    ("[tru]", .syntax), ("[fals", .syntax), ("truee", .syntax), ("nulll", .syntax), ("falsey", .syntax),
    ("true1", .syntax), ("nullnull", .syntax), ("truefalse", .syntax), ("true_", .syntax), ("true.", .syntax),
    ("nu ll", .syntax), ("tr\nue", .syntax), ("[truetrue]", .syntax), ("-true", .syntax), ("!true", .syntax),
    // Words of other languages.
    ("undefined", .syntax), ("nil", .syntax), ("None", .syntax), ("NaN", .syntax), ("nan", .syntax), ("Inf", .syntax),
    ("yes", .syntax), ("on", .syntax), ("a", .syntax), ("[a]", .syntax), ("@", .syntax), ("`a`", .syntax),
    ("ｔｒｕｅ", .syntax), ("é", .syntax), ("[😀]", .syntax), (#"tru\u0065"#, .syntax), (#"\u006eull"#, .syntax),
    ("new Date()", .syntax), ("1n", .syntax), ("/a/", .syntax), (#"b"a""#, .syntax), ("<null>", .syntax),
  ]

  @Test(arguments: otherWords) func everyOtherWordIsRefused(text: JSONText, refusal: Refusal) {
    expect(text, isRefusedAs: refusal)
  }
}
