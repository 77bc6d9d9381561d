import SwiftDiagnostics
import Testing

@testable import MacroExpansion

struct MisuseTests {
  @Test(arguments: misuseTable)
  func aMistakeIsReportedOnceWhereItStandsWithItsCorrections(row: MisuseRow) {
    for (start, end) in row.context.texts {
      let fixed = row.fixed.map { start + $0 + end }
      #expect(
        complaints(about: start + row.source + end) == [
          Complaint(message: row.misuse.message, place: row.place, fixed: fixed)
        ])
    }
  }

  @Test(arguments: misuseTable.filter { $0.context == .observed })
  func aPropertyThatIsNotObservedNeedsNoCorrection(row: MisuseRow) {
    for (start, end) in row.context.texts {
      #expect(complaints(about: "\(start)@ObservationIgnored \(row.source)\(end)") == [])
    }
    #expect(complaints(about: "@Observable @ViewState(\"a\") final class State { \(row.source) }") == [])
  }

  @Test(arguments: [
    "private var b = 1", "private var b: Int?", "fileprivate let b: Int = 1", "private(set) var b: Int",
    "private static let b = 1", "private var b: Int { 1 }", "@Hidden var b = 1", "@Hidden var b: Int { 1 }",
    "var b = 1", "var b = 1; enum CodingKeys: CodingKey { case a }",
  ])
  func aHiddenPropertyWithAValueIsNotAMistake(member: String) {
    #expect(complaints(about: "@JSONCodable struct Value { let a: Int; \(member) }") == [])
  }

  @Test func aHintAboutAHiddenPropertyIsReported() {
    let source = """
      @Observable @ViewState("a") final class State {
        private var rows: [Int] = []
        @WriteOnly var secrets: [Int] = []
        @Filters("rows") var keyword = ""
        @Action(.argument("id", from: "secrets")) func act(id: Int) {}
      }
      """
    #expect(
      complaints(about: source).map(\.message) == Array(repeating: ViewStateMisuse.referenceUnknown.message, count: 2))
  }

  @Test func allMistakesAreReportedAtOnce() {
    let source = """
      @Observable @ViewState("a") final class State {
        @WriteOnly let password: String
        var count = 0
        @Action func load() throws {}
        @Action func exit() {}
      }
      """
    #expect(
      complaints(about: source).map(\.message) == [
        ViewStateMisuse.unsettable.message, ViewStateMisuse.actionThrows.message,
        ViewStateMisuse.actionNameReserved.message,
      ])
  }

  @Test(arguments: [
    "private func act() throws -> Int { 0 }",
    "private var value: Int { get async { 0 } }",
    "@Action func act() -> Void {}",
    "@Action func act() -> () {}",
    "@Action public func act(view2: Int) async {}",
    "func view(view: inout Int) {}",
    "static var shared: Int { get throws { 0 } }",
    "@WriteOnly var password: String { get { \"\" } set {} }",
    "struct Inner { func exit() {} }",
    "@Title(\"Rows\") @Opens(\"row\", with: [\"id\": \"id\"]) var rows: [Int] = []",
    "@ErrorMessage @Title(\"Error\") var message: String?",
    "@Busy(when: \"a\", \"b\") var state: Phase",
    "@Settable var isOpen = false",
    "@Settable var accessToken = \"\"",
    "@WriteOnly var accessToken = \"\"",
    "private(set) var errorMessage: String?",
    "@Hidden var isOpen = false",
    "var isOpen: Bool { get { true } set {} }",
    "var message = \"\"",
    "var island = \"\"",
    "var keyword = \"\"",
    "var sortKey = \"\"",
    "var showsPassword = false",
    "@Action func act() { _ = Task { await load() } }",
    "@Action func act() { task = Task { await load() } }",
    "@Action func act() { onEnd { Task { await load() } } }",
    "func act() { Task { await load() } }",
    "private var pair = (1, 2)",
    "@Hidden let act: () -> Void",
    "var value: (Int) = (1)",
    "private(set) var isDigit = 0...9 ~= 3",
    "private(set) var count = 0...9 ~= 3 ? 1 : 2",
    "var place: Range = .near",
    "func act(by value: Any) {}",
    "@Action func act(x: Int, y x: Int) {}",
    "#if DEBUG\n    private var a = 1\n    @Hidden var b = 1\n    func act() {}\n  #endif",
  ])
  func aCorrectOrHiddenDeclarationIsNotAMistake(declaration: String) {
    let source = "@Observable @ViewState(\"a\") final class State {\n  \(declaration)\n}"
    #expect(complaints(about: source).isEmpty)
  }
}
