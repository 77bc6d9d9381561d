import JSON
import StateProtocol
import Testing

@testable import StateServer
@testable import StateServerCommand

/// The changes that `svvs schema --diff` finds, on view types with one property or action each.
struct ContractComparisonTests {
  @Test(arguments: [
    (#"{"type":"string"}"#, #"{"type":"integer"}"#, "may now be integer, not only string"),
    (#"{"type":"integer"}"#, #"{"type":"number"}"#, "may now be number, not only integer"),
    (#"{"type":"string"}"#, #"{"anyOf":[{"type":"string"},{"type":"null"}]}"#, "may now be null, not only string"),
    (#"{"enum":["a"]}"#, #"{"enum":["a","b"]}"#, #"may now be "b", not only "a""#),
    (#"{"type":"string","format":"uri"}"#, #"{"type":"string"}"#, "may now be string, not only string (uri)"),
    (#"{"type":"string","pattern":"^a$"}"#, #"{"type":"string"}"#, "may now be string, not only string (^a$)"),
    (
      #"{"type":"array","uniqueItems":true}"#, #"{"type":"array"}"#,
      "may now be array, not only array (without duplicates)"
    ),
    (
      #"{"type":"object","propertyNames":{"type":"string","pattern":"^a$"}}"#, #"{"type":"object"}"#,
      "may now be object, not only object (names: string (^a$))"
    ),
    (
      #"{"type":"string","unknown":1}"#, #"{"type":"string","x-unknown":1}"#,
      "may now be string, not only string (unknown: 1)"
    ),
    (#"{"type":"string"}"#, #"{"type":"string","writeOnly":true}"#, "can no longer be read"),
  ])
  func whatIsReadMustStayKnown(old: String, new: String, event: String) throws {
    #expect(try breaking(property: readOnly(old), readOnly(new)) == ["view type page, property p: \(event)"])
  }

  @Test(arguments: [
    (#"{"type":"number"}"#, #"{"type":"integer"}"#), (#"{"enum":["a","b"]}"#, #"{"enum":["a"]}"#),
    (#"{"enum":["a"]}"#, #"{"type":"string"}"#.replacing("string", with: "boolean")), ("{}", #"{"type":"string"}"#),
  ])
  func whatIsSentMustStillBeTaken(old: String, new: String) throws {
    let changes = try breaking(property: marked(old, "writeOnly"), marked(new, "writeOnly"))
    #expect(changes.count == 1 && changes[0].contains("no longer accepts"), "\(changes)")
  }

  @Test(arguments: [
    (#"{"type":"number"}"#, #"{"type":"integer"}"#), (#"{"enum":["a","b"]}"#, #"{"enum":["a"]}"#),
    (#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#, #"{"type":"string"}"#), ("{}", #"{"type":"string"}"#),
    (#"{"type":"string"}"#, #"{"enum":["a"]}"#), (#"{"type":"string"}"#, #"{"type":"string","description":"d"}"#),
  ])
  func fewerValuesToReadBreakNobody(old: String, new: String) throws {
    #expect(try breaking(property: readOnly(old), readOnly(new)) == [])
  }

  @Test func aMemberThatIsReadMayBeAddedAndNotRemoved() throws {
    let before = object(#""a":{"type":"string"}"#, required: #""a""#)
    let after = object(#""a":{"type":"string"},"b":{"type":"string"}"#, required: #""a","b""#)
    #expect(try breaking(property: readOnly(before), readOnly(after)) == [])
    #expect(
      try breaking(property: readOnly(after), readOnly(before)) == [
        "view type page, property p, /b: may now be missing"
      ])
  }

  @Test func aDictionaryInPlaceOfAnObjectMayHaveOtherMembers() throws {
    let old = object(#""a":{"type":"string"}"#, required: "")
    #expect(
      try breaking(property: readOnly(old), readOnly(#"{"type":"object","additionalProperties":{"type":"integer"}}"#))
        == ["view type page, property p, /a: may now be integer, not only string"])
  }

  @Test func anArgumentMayBecomeOptionalOrBeAddedSo() throws {
    let before = object(#""a":{"type":"string"}"#, required: #""a""#, isClosed: true)
    let after = object(#""a":{"type":"string"},"b":{"type":"string"}"#, required: "", isClosed: true)
    #expect(try breaking(action: before, after) == [])
    #expect(
      try breaking(action: after, before)
        == ["view type page, action act, /a: is now required", "view type page, action act, /b: is no longer accepted"])
  }

  @Test func aMemberThatIsSentAndNoLongerHeededBreaks() throws {
    let one = #""a":{"type":"string"}"#
    let before = object(one + #","b":{"type":"string"}"#, required: "")
    #expect(
      try breaking(property: marked(before, "writeOnly"), marked(object(one, required: ""), "writeOnly"))
        == ["view type page, property p, /b: is now ignored"])
    #expect(try breaking(property: marked(before, "writeOnly"), marked(#"{"type":"object"}"#, "writeOnly")) == [])
  }

  @Test func removalsBreakAndAdditionsDoNot() throws {
    let (empty, full) = try (document(#""x-viewTypes":{}"#), document(#""x-viewTypes":{"page":{}}"#))
    #expect(
      ContractComparison(from: full, to: empty).changes.map(\.description) == ["breaking: view type page: was removed"])
    #expect(
      ContractComparison(from: empty, to: full).changes.map(\.description) == ["compatible: view type page: was added"])
  }

  @Test func aMethodMayTakeAnotherParameterIfItIsOptional() throws {
    func method(_ parameters: String) throws -> JSONValue {
      try document(#""methods":[{"name":"m","params":[\#(parameters)],"result":{"schema":{}}}]"#)
    }
    let none = try method("")
    let optional = try method(#"{"name":"p","required":false,"schema":{"type":"string"}}"#)
    let required = try method(#"{"name":"p","required":true,"schema":{"type":"string"}}"#)
    let place = "method m, parameter p"
    #expect(lines(none, optional) == ["compatible: \(place): was added"])
    #expect(lines(none, required) == ["breaking: \(place): was added"])
    #expect(lines(optional, required) == ["breaking: \(place): is now required"])
    #expect(lines(required, optional) == [])
    #expect(lines(optional, none) == ["breaking: \(place): was removed"])
  }

  @Test func anErrorKeepsItsCodeAndItsDetails() throws {
    func errors(_ code: Int, _ detail: String = "a") throws -> JSONValue {
      let data = object(#""\#(detail)":{"type":"string"}"#, required: #""\#(detail)""#)
      return try document(#""components":{"errors":{"Busy":{"code":\#(code),"x-data":\#(data)}}}"#)
    }
    #expect(lines(try errors(1), try errors(2)) == ["breaking: error Busy: has another code"])
    #expect(lines(try errors(1), try errors(1, "b")) == ["breaking: error Busy, /a: may now be missing"])
  }

  @Test(arguments: [
    ##"{"$ref":"#/components/schemas/Tree"}"##, ##"{"anyOf":[{"$ref":"#/components/schemas/Tree"},{"type":"null"}]}"##,
  ])
  func aTypeThatHoldsItselfIsFollowedOnce(branch: String) throws {
    func tree(_ leaf: String) throws -> JSONValue {
      let branches = #""branches":{"type":"array","items":\#(branch)}"#
      let members = #""leaf":{"type":"\#(leaf)"},\#(branches)"#
      return try document(
        """
        "x-viewTypes":{"page":{"properties":{"p":{"$ref":"#/components/schemas/Tree","readOnly":true}}}},
        "components":{"schemas":{"Tree":\(object(members, required: ""))}}
        """)
    }
    #expect(lines(try tree("string"), try tree("string")) == [])
    #expect(
      lines(try tree("string"), try tree("integer")).last
        == "breaking: view type page, property p, /leaf: may now be integer, not only string")
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["integer", "string"])
  func typesThatMentionEachOtherTwiceAreComparedOnce(leaf: String) throws {
    func doubling(_ leaf: String) throws -> JSONValue {
      let levels = (0..<60).map { level in
        let next = ##"{"$ref":"#/components/schemas/T\##(level + 1)"}"##
        return #""T\#(level)":\#(object(#""a":\#(next),"b":\#(next)"#, required: ""))"#
      }
      return try document(
        """
        "x-viewTypes":{"page":{"properties":{"p":{"$ref":"#/components/schemas/T0","readOnly":true}}}},
        "components":{"schemas":{\(levels.joined(separator: ",")),"T60":{"type":"\(leaf)"}}}
        """)
    }
    let changes = lines(try doubling("string"), try doubling(leaf))
    let first = "page, property p, \(String(repeating: "/a", count: 60)): may now be integer, not only string"
    #expect(leaf == "string" ? changes.isEmpty : changes.contains { $0.hasSuffix(first) } && changes.count < 2000)
  }

  @Test func pairsWithoutFaultsByAnAssumptionAreComparedAgain() throws {
    func reference(_ name: String) -> String { ##"{"$ref":"#/components/schemas/\##(name)"}"## }
    func document(of property: String, _ x: String, _ y: String, leaf: String) throws -> JSONValue {
      let (a, k) = (#""a":\#(reference(y))"#, #""k":{"type":"\#(leaf)"}"#)
      return try self.document(
        """
        "x-viewTypes":{"page":{"properties":{"p":{\(property),"readOnly":true}}}},
        "components":{"schemas":{"\(x)":\(object("\(a),\(k)", required: "")),
        "\(y)":\(object(#""x":\#(reference(x))"#, required: ""))}}
        """)
    }
    let narrow = object(#""m":\#(reference("X")),"q":\#(reference("Y"))"#, required: "")
    let anything = object(#""m":{},"q":\#(reference("B"))"#, required: "")
    let wide = #"{"anyOf":[\#(object(#""m":\#(reference("A")),"q":{}"#, required: "")),\#(anything)]}"#
    let old = try document(of: String(wide.dropFirst().dropLast()), "A", "B", leaf: "string")
    let new = try document(of: String(narrow.dropFirst().dropLast()), "X", "Y", leaf: "integer")
    #expect(lines(old, new).contains { $0.hasPrefix("breaking") })
  }

  @Test(arguments: [
    ##"{"$ref":"#/components/schemas/A"}"##,
    ##"{"anyOf":[{"$ref":"#/components/schemas/A"},{"$ref":"#/components/schemas/A"}]}"##,
  ])
  func aTypeThatIsNothingButItselfIsSomeWordsLong(ring: String) throws {
    let old = try document(#""x-viewTypes":{"page":{"properties":{"p":{"type":"null","readOnly":true}}}}"#)
    let new = try document(
      """
      "x-viewTypes":{"page":{"properties":{"p":{"$ref":"#/components/schemas/A","readOnly":true}}}},
      "components":{"schemas":{"A":\(ring)}}
      """)
    #expect(lines(old, new).count <= 1 && lines(new, old).count <= 1)
  }

  @Test(arguments: [
    (#""start":true"#, "", "screen page, start: was removed"),
    ("", #""subtitle":{"property":"name"}"#, #"screen page, subtitle: is now {"property":"name"}"#),
    (
      #""parts":[{"name":"p","title":"a"}]"#, #""parts":[{"name":"p","title":"b","submits":"act"}]"#,
      #"screen page, part p, submits: is now "act""#
    ),
    (
      #""parts":[{"name":"p","columns":[{"name":"c","priority":1}]}]"#,
      #""parts":[{"name":"p","columns":[{"name":"c","description":"d"}]}]"#,
      "screen page, part p, column c, priority: was removed"
    ),
    (
      #""parts":[{"name":"p","choices":[{"value":1,"title":"a"}],"busyUnless":[1]}]"#,
      #""parts":[{"name":"p","choices":[{"value":1,"title":"b"}],"busyUnless":[null]}]"#,
      "screen page, part p, busyUnless: is now [null]"
    ),
    (
      #""actions":[{"name":"act","asks":[{"name":"id"}]}]"#,
      #""actions":[{"name":"act","asks":[{"name":"id","from":{"property":"rows"}}]}]"#,
      #"screen page, action act, ask id, from: is now {"property":"rows"}"#
    ),
    (
      #""form":{"fields":["a"],"calls":"save"}"#, #""form":{"fields":["a"],"calls":"send"}"#,
      #"screen page, form, calls: is now "send""#
    ),
    (
      #""parts":[{"name":"a"},{"name":"b"},{"name":"c"}]"#, #""parts":[{"name":"c"},{"name":"b"},{"name":"d"}]"#,
      "screen page, parts: have another order"
    ),
  ])
  func aChangedScreenIsReportedAsCompatible(old: String, new: String, line: String) throws {
    let documents = try [old, new].map {
      try document(#""x-screens":[{"name":"page"\#($0.isEmpty ? "" : ",\($0)")}]"#)
    }
    #expect(lines(documents[0], documents[1]) == ["compatible: \(line)"])
  }

  @Test func partsThatOnlyOneDocumentHasAreReportedWithItsSchemas() throws {
    let documents = try [#"{"name":"a","parts":[]}"#, #"{"name":"a","parts":[{"name":"p"}]},{"name":"b"}"#].map {
      try document(#""x-screens":[\#($0)]"#)
    }
    #expect(lines(documents[0], documents[1]) == [] && lines(documents[1], documents[0]) == [])
  }

  @Test func aDocumentWithoutScreensHasOneDifference() throws {
    let (former, document) = try (document(""), document(#""x-screens":[{"name":"a"},{"name":"b"}]"#))
    #expect(lines(former, document) == ["compatible: screens: are new"])
  }

  @Test func aServerIsCompatibleWithItself() throws {
    let app = try AppSchema(of: [], info: ServerInfo(name: "app", version: "1.0.0"))
    let document = try JSONValue(parsing: OpenRPCDocument(of: app).text)
    #expect(ContractComparison(from: document, to: document).changes == [])
  }

  // MARK: - Documents

  private func breaking(property old: String, _ new: String) throws -> [String] {
    try breaking(#""properties":{"p":\#(old)}"#, #""properties":{"p":\#(new)}"#)
  }

  private func breaking(action old: String, _ new: String) throws -> [String] {
    try breaking(#""actions":{"act":{"arguments":\#(old)}}"#, #""actions":{"act":{"arguments":\#(new)}}"#)
  }

  private func breaking(_ old: String, _ new: String) throws -> [String] {
    let documents = try [old, new].map { try document(#""x-viewTypes":{"page":{\#($0)}}"#) }
    return ContractComparison(from: documents[0], to: documents[1]).changes.filter(\.isBreaking)
      .map { "\($0.place): \($0.event)" }
  }

  private func lines(_ old: JSONValue, _ new: JSONValue) -> [String] {
    ContractComparison(from: old, to: new).changes.map(\.description)
  }

  private func document(_ members: String) throws -> JSONValue { try JSONValue(parsing: "{\(members)}") }

  private func object(_ properties: String, required: String, isClosed: Bool = false) -> String {
    let closing = isClosed ? #","additionalProperties":false"# : ""
    return #"{"type":"object","properties":{\#(properties)},"required":[\#(required)]\#(closing)}"#
  }

  private func readOnly(_ schema: String) -> String { marked(schema, "readOnly") }

  private func marked(_ schema: String, _ access: String) -> String {
    schema == "{}" ? #"{"\#(access)":true}"# : #"{"\#(access)":true,"# + schema.dropFirst()
  }
}
