import Testing

/// RFC 8259, section 5: an array has values of any kinds between brackets, separated by commas.
struct Section5ArrayTests {
  static let arrays: [(JSONText, Tree)] = [
    ("[]", []), ("[1]", [1]), ("[1,2,3]", [1, 2, 3]), ("[[],[[]]]", [[], [[]]]), ("[1,1,1]", [1, 1, 1]),
    (#"[null,true,1,-1.5,"a",[],{}]"#, [nil, true, 1, -1.5, "a", [], [:]]), (#"[""]"#, [""]),
    ("[\n1\n,\n2\n]", [1, 2]),
    ("[[1,2],[3]]", [[1, 2], [3]]), (#"[{"a":[{"b":[]}]}]"#, [["a": [["b": []]]]]), ("[0,-0.0,0e1]", [0, -0.0, 0e1]),
    (#"["]","[",","]"#, ["]", "[", ","]), (#"[[[[[[[[[[]]]]]]]]]]"#, [[[[[[[[[[]]]]]]]]]]),
    (JSONText("[" + String(repeating: "7,", count: 9_999) + "7]"), .array(Array(repeating: 7, count: 10_000))),
  ]

  @Test(arguments: arrays) func anArrayHasElementsOfAnyKind(text: JSONText, value: Tree) throws {
    try expect(text, isTakenAs: value)
  }

  static let notArrays: [(JSONText, Refusal)] = [
    // Commas.
    ("[1,]", .syntax.at(1, 4)), ("[,1]", .syntax), ("[,]", .syntax), ("[1,,2]", .syntax), ("[1,,]", .syntax),
    ("[,,]", .syntax), ("[1 2]", .syntax), ("[1 true]", .syntax), ("[1;2]", .syntax), ("[[]1]", .syntax),
    (#"["a""b"]"#, .syntax), (#"["a" "b"]"#, .syntax), ("[[][]]", .syntax), ("[{}{}]", .syntax),
    ("[1,\n,2]", .syntax.at(2, 1)),
    ("[ , 1]", .syntax), ("[1\n2]", .syntax.at(2, 1)), ("[1،2]", .syntax),
    ("[", .syntax.at(1, 1)), ("[1", .syntax), ("[1,", .syntax), ("[[1]", .syntax), ("[1}", .syntax), ("[1)", .syntax),
    ("[(1)]", .syntax), ("[[1,2]", .syntax), (#"["a"#, .syntax), (#"["a","#, .syntax), ("[]]", .syntax),
    ("[1]2", .syntax),
    ("[{]", .syntax), ("[{]}", .syntax), ("[1,\n2", .syntax.at(2, 1)), ("1]", .syntax), ("[...[1]]", .syntax),
    ("[1-2]", .syntax),
    ("[1..2]", .syntax), ("[*]", .syntax), ("<1>", .syntax),
  ]

  @Test(arguments: notArrays) func whatIsNotQuiteAnArrayIsRefused(text: JSONText, refusal: Refusal) {
    expect(text, isRefusedAs: refusal)
  }
}
