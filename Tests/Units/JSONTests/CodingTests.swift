import JSON
import Testing

struct CodingTests {
  private func text(of value: some JSONEncodable) -> String {
    var writer = JSONWriter()
    writer.write(value)
    return writer.description
  }

  private func expectRoundTrip<Value: JSONCodable & Equatable>(
    _ value: Value, _ text: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(self.text(of: value) == text, sourceLocation: location)
    #expect(try Value(json: JSONValue(parsing: text)) == value, sourceLocation: location)
  }

  @Test func standardTypesReadBackWhatTheyWrite() throws {
    try expectRoundTrip(true, "true")
    try expectRoundTrip(Int.min, "-9223372036854775808")
    try expectRoundTrip(Int64.max, "9223372036854775807")
    try expectRoundTrip(0.1, "0.1")
    try expectRoundTrip("é\0", #""é\u0000""#)
    try expectRoundTrip(String?.none, "null")
    try expectRoundTrip(Int?.some(1), "1")
    try expectRoundTrip([1, nil, 3], "[1,null,3]")
    try expectRoundTrip([[String]](), "[]")
    try expectRoundTrip(["a": [1.5], "b": []], #"{"a":[1.5],"b":[]}"#)
    try expectRoundTrip(JSONValue(parsing: #"{"b":[1,2.0]}"#), #"{"b":[1,2.0]}"#)
    try expectRoundTrip([Point(x: 1, label: "a")], #"[{"x":1,"y":0,"label":"a"}]"#)
  }

  @Test func keysOfADictionaryAreSorted() {
    let keys = ["b", "", "a", "B", "aa", "é", "10", "9"]
    let dictionary = Dictionary(uniqueKeysWithValues: keys.map { ($0, 0) })
    #expect(text(of: dictionary) == #"{"":0,"10":0,"9":0,"B":0,"a":0,"aa":0,"b":0,"é":0}"#)
  }

  @Test func anIntegerMayBeWrittenAsAReal() throws {
    #expect(try Int(json: JSONValue(parsing: "2.0")) == 2)
    #expect(try Double(json: JSONValue(parsing: "2")) == 2)
  }

  @Test func anOptionalMemberMayBeNullOrLeftOut() throws {
    #expect(try Point(json: JSONValue(parsing: #"{"x":1}"#)) == Point(x: 1))
    #expect(try Point(json: JSONValue(parsing: #"{"x":1,"label":null}"#)) == Point(x: 1))
  }

  @Test func aMemberWithADefaultMayBeLeftOutButNotNull() throws {
    #expect(try Point(json: JSONValue(parsing: #"{"x":1,"y":2}"#)).y == 2)
    let error = #expect(throws: JSONDecodingError.self) { try Point(json: JSONValue(parsing: #"{"x":1,"y":null}"#)) }
    #expect(error?.description == "/y must be an integer, not null")
  }

  @Test func unknownMembersAreIgnored() throws {
    #expect(try Point(json: JSONValue(parsing: #"{"z":3,"x":1}"#)) == Point(x: 1))
  }
}
