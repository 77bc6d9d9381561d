import JSON
import Testing

struct EqualityTests {
  @Test(arguments: [
    ("1", "1"), ("1.5", "15e-1"), (#""a""#, #""\u0061""#), ("[1,[2]]", "[ 1, [ 2 ] ]"), ("null", "null"),
    (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#),
  ])
  func valuesOfTheSameContentAreEqual(left: String, right: String) throws {
    #expect(try JSONValue(parsing: left) == JSONValue(parsing: right))
  }

  @Test(arguments: [
    ("1", "2"), ("1", "1.0"), ("1", #""1""#), ("0", "false"), ("null", "false"), ("[]", "{}"), ("[1,2]", "[2,1]"),
    ("[1]", "[1,1]"), (#"{"a":1}"#, #"{"a":1,"b":1}"#), (#"{"a":1}"#, #"{"b":1}"#), (#""a\u0000b""#, #""a\u0000c""#),
  ])
  func valuesThatDifferAnywhereAreNotEqual(left: String, right: String) throws {
    #expect(try JSONValue(parsing: left) != JSONValue(parsing: right))
    #expect(try JSONValue(parsing: right) != JSONValue(parsing: left))
  }
}
