import JSON
import JSONRPC
import Testing

struct CallTableTests {
  private var table = CallTable<String>()

  @Test mutating func aCallIsFoundByItsIDUntilItEnds() {
    let handle = table.begin("call", id: .integer(1))
    #expect(table[.integer(1)] == "call")
    #expect(table.contains(.integer(1)))
    #expect(table.count == 1)
    table.end(handle)
    #expect(table[.integer(1)] == nil)
    #expect(!table.contains(.integer(1)))
    #expect(table.count == 0)
  }

  @Test mutating func aCancellationMayComeTooEarlyOrTooLate() {
    #expect(table[.integer(1)] == nil)
    let handle = table.begin("call", id: .integer(1))
    #expect(table[.integer(2)] == nil)
    table.end(handle)
    #expect(table[.integer(1)] == nil)
  }

  @Test mutating func idsOfDifferentKindsAreDifferentIDs() {
    let handle = table.begin("integer", id: .integer(1))
    _ = table.begin("string", id: .string("1"))
    _ = table.begin("null", id: .null)
    #expect(table[.integer(1)] == "integer")
    #expect(table[.string("1")] == "string")
    #expect(table[.null] == "null")
    table.end(handle)
    #expect(table[.string("1")] == "string")
  }

  @Test mutating func anIDMayComeAgainWhenItsCallHasEnded() {
    let first = table.begin("first", id: .integer(1))
    table.end(first)
    let second = table.begin("second", id: .integer(1))
    #expect(first != second)
    #expect(table[.integer(1)] == "second")
  }

  @Test mutating func callsWithoutIDAreKeptApart() {
    let first = table.begin("first", id: nil)
    _ = table.begin("second", id: nil)
    table.end(first)
    #expect(table.all == ["second"])
  }

  @Test mutating func callsAreListedOldestFirst() {
    let handles = (0..<100).map { table.begin("\($0)", id: $0.isMultiple(of: 2) ? .integer($0) : nil) }
    for handle in handles[10..<90].shuffled() { table.end(handle) }
    _ = table.begin("new", id: .integer(50))
    let numbers = Array(0..<10) + Array(90..<100)
    #expect(table.all == numbers.map { "\($0)" } + ["new"])
  }

  @Test func endingACallTwiceTraps() async {
    await #expect(processExitsWith: .failure) {
      var table = CallTable<String>()
      let handle = table.begin("call", id: .integer(1))
      table.end(handle)
      table.end(handle)
    }
  }

  @Test func twoCallsWithOneIDTrap() async {
    await #expect(processExitsWith: .failure) {
      var table = CallTable<String>()
      _ = table.begin("first", id: .null)
      _ = table.begin("second", id: .null)
    }
  }
}
