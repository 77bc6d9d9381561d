@testable import JSON
import TestSupport
import Testing

/// Patches between JSON values, and the values that result from applying them.
struct PatchTests {
  @Test(
    arguments: [
      // Equal values need no operations.
      ("{\"a\":1}", "{\"a\":1}", "[]"),
      ("1", "2", #"[{"op":"replace","path":"","value":2}]"#),
      (
        #"{"name":"a name that is long","b":[10,11]}"#, #"{"name":"a name that is long","b":[20,11]}"#,
        #"[{"op":"replace","path":"/b/0","value":20}]"#
      ),
      (
        #"{"stays":"as it is, for long","goes":1}"#, #"{"stays":"as it is, for long","comes":null}"#,
        #"[{"op":"remove","path":"/goes"},{"op":"add","path":"/comes","value":null}]"#
      ),
      // The text of the new value is smaller than the text of the operations.
      (#"{"a":1,"b":2}"#, #"{"a":2,"b":3}"#, #"[{"op":"replace","path":"","value":{"a":2,"b":3}}]"#),
      (
        #"{"a/b~c":{"text":"some words that stay","n":1}}"#, #"{"a/b~c":{"text":"some words that stay","n":2}}"#,
        #"[{"op":"replace","path":"/a~1b~0c/n","value":2}]"#
      ),
      // Elements are identified by their ids, not by their positions.
      (
        #"[{"id":1,"t":"the first one"},{"id":2,"t":"the second one, which stays as it is and whose text is long enough to be worth keeping"},{"id":3,"t":"the third one"}]"#,
        #"[{"id":2,"t":"the second one, which stays as it is and whose text is long enough to be worth keeping"},{"id":3,"t":"the third 1"},{"id":4,"t":"x"}]"#,
        #"[{"op":"remove","path":"/0"},{"op":"replace","path":"/1/t","value":"the third 1"},"#
          + #"{"op":"add","path":"/2","value":{"id":4,"t":"x"}}]"#
      ),
      // The ids 1 and "1" are different.
      (
        #"[{"id":1,"t":"the first one"},{"id":"1","t":"another"}]"#, #"[{"id":"1","t":"another"}]"#,
        #"[{"op":"remove","path":"/0"}]"#
      ),
      (
        #"["the first one","the second one","the third one"]"#, #"["the first one","the third one"]"#,
        #"[{"op":"remove","path":"/1"}]"#
      ),
    ])
  func thePatchBetweenTwoValues(old: String, new: String, patch: String) throws {
    #expect(try text(of: JSONPatch(from: JSONValue(parsing: old), to: JSONValue(parsing: new))) == patch)
  }

  @Test func aPatchTurnsAnyValueIntoAnyOtherAndIsNeverLargerThanAReplaceByIt() {
    for seed in 0..<2_000 {
      #expect(throws: Never.self, "seed \(seed)") {
        var random = SeededGenerator(seed: seed)
        let old = try JSONValue(parsing: randomValue(depth: 3, using: &random))
        let new = try JSONValue(
          parsing: Bool.random(using: &random) ? randomValue(depth: 3, using: &random) : edited(old, using: &random))
        let patch = JSONPatch(from: old, to: new)
        try #require(try applying(JSONValue(parsing: text(of: patch)), to: Value(old)) == Value(new))
        let replacement = #"[{"op":"replace","path":"","value":\#(new)}]"#
        try #require(text(of: patch).utf8.count <= replacement.utf8.count)
        let ofTexts = try JSONPatch(fromText: Array(old.description.utf8), toText: Array(new.description.utf8))
        try #require(try applying(JSONValue(parsing: text(of: ofTexts)), to: Value(old)) == Value(new))
        try #require(text(of: ofTexts).utf8.count <= replacement.utf8.count)
      }
    }
  }

  @Test func aPatchTurnsAnyListIntoOneThatIsMuchTheSame() {
    let elements = [
      "0", "1", "[1,[2]]", #"{"a":"]"}"#, #""a\"b""#, #""c\\""#, #"",""#, #""a text of eight bytes and more""#,
    ]
    for seed in 0..<500 {
      #expect(throws: Never.self, "seed \(seed)") {
        var random = SeededGenerator(seed: seed)
        let old = (0..<Int.random(in: 0...20, using: &random)).map { _ in elements.randomElement(using: &random) ?? "" }
        var new = old
        let start = Int.random(in: 0...old.count, using: &random)
        let end = Int.random(in: start...min(old.count, start + 3), using: &random)
        let count = Int.random(in: 0...2, using: &random)
        new.replaceSubrange(start..<end, with: (0..<count).map { _ in elements.randomElement(using: &random) ?? "" })
        let texts = [old, new].map { "[\($0.joined(separator: ","))]" }
        let patch = try JSONPatch(fromText: Array(texts[0].utf8), toText: Array(texts[1].utf8))
        let patched = try applying(JSONValue(parsing: text(of: patch)), to: Value(JSONValue(parsing: texts[0])))
        try #require(try patched == Value(JSONValue(parsing: texts[1])))
      }
    }
  }

  @Test func aPatchRemovesAddsAndMovesIdentifiedElements() {
    var wholeReplacements = 0
    for seed in 0..<200 {
      #expect(throws: Never.self, "seed \(seed)") {
        var random = SeededGenerator(seed: seed)
        let old = (1...9).shuffled(using: &random).prefix(Int.random(in: 4...9, using: &random))
        let new = (old.filter { _ in Int.random(in: 0..<3, using: &random) > 0 } + [10, 11]).shuffled(using: &random)
        // The elements are long, so that a patch is smaller than the array.
        let texts = [Array(old), new].map { ids in
          "[\(ids.map { #"{"id":\#($0),"text":"\#(String(repeating: "a", count: 200))"}"# }.joined(separator: ","))]"
        }
        let patch = try JSONPatch(from: JSONValue(parsing: texts[0]), to: JSONValue(parsing: texts[1]))
        let steps = try JSONValue(parsing: text(of: patch))
        if steps.elements.contains(where: { $0["path"]?.string == "" }) { wholeReplacements += 1 }
        let patched = try applying(steps, to: Value(JSONValue(parsing: texts[0])))
        try #require(try patched == Value(JSONValue(parsing: texts[1])))
      }
    }
    #expect(wholeReplacements < 20)
  }

  @Test(arguments: ["[1", "[\"a", "[\"a\\", "[1,", "[1]]", "[1] "])
  func aTextThatIsNotJSONIsNotReadBeyondItsEnd(text: String) throws {
    let (old, new) = (Array(text.utf8), Array("[2]".utf8))
    _ = try? JSONPatch(fromText: old, toText: new)
    _ = try? JSONPatch(fromText: new, toText: old)
  }

  @Test(
    arguments: [
      ("[]", "[1]", "0 [] [1]"),
      ("[1]", "[]", "0 [1] []"),
      ("[1,2]", "[1,2,3]", "1 [2] [2,3]"),
      ("[1,2]", "[1,23]", "1 [2] [23]"),
      ("[1,2,1]", "[1,1]", "1 [2,1] [1]"),
      ("[1,3]", "[1,2,3]", "1 [3] [2,3]"),
      ("[[1,2],[3,4],[5]]", "[[1,2],[3,0],[5]]", "1 [[3,4]] [[3,0]]"),
      (#"["a,]","b\\",",","c"]"#, #"["a,]","b\\","x","c"]"#, #"2 [","] ["x"]"#),
      (#"[{"a":"\"]"},1,2]"#, #"[{"a":"\"]"},0,2]"#, "1 [1] [0]"),
      (#"["x",",",","]"#, #"["x,\",",","]"#, #"0 ["x",","] ["x,\","]"#),
    ])
  func onlyTheElementsThatDifferAreLookedAt(old: String, new: String, differing: String) throws {
    let found = try #require(DifferingElements(between: Array(old.utf8), and: Array(new.utf8)))
    let texts = [found.old, found.new].map { String(decoding: $0, as: UTF8.self) }
    #expect("\(found.index) \(texts[0]) \(texts[1])" == differing)
    _ = try texts.map { try JSONValue(parsing: $0) }
  }

  private func text(of patch: JSONPatch) -> String {
    var writer = JSONWriter()
    writer.array { writer in for operation in patch.operations { operation.encode(to: &writer) } }
    return writer.description
  }
}
