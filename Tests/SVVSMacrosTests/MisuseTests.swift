import MacroSupport
import Testing

@testable import JSONMacros
@testable import SVVSMacros

struct MisuseTests {
  @Test(
    arguments: [
      ("@JSONCodable class Value {}", .codableOnOther),
      ("@JSONCodable actor Value {}", .codableOnOther),
      ("@JSONCodable enum Value { case a }", .enumWithoutRawValues),
      ("@JSONCodable enum Value: Double { case a }", .enumWithoutRawValues),
      ("@JSONCodable enum Value { case a(Int), b; enum CodingKeys: CodingKey { case a } }", .caseWithoutCodingKey),
      ("@JSONCodable struct Value { var (a, b) = (1, 2) }", .tuplePattern),
      ("@JSONCodable struct Value { let a: Int; private let b: Int }", .insideWithoutValue),
      ("@JSONCodable struct Value { let a: Int; fileprivate var b: Int }", .insideWithoutValue),
      ("@JSONCodable struct Value { let a: Int; @Hidden var b: Int }", .insideWithoutValue),
      ("@JSONCodable struct Value { let a, b: Int; enum CodingKeys: CodingKey { case a } }", .insideWithoutValue),
    ] as [(String, JSONCodableMisuse)])
  func aTypeWithoutAJSONFormIsReported(source: String, misuse: JSONCodableMisuse) {
    #expect(complaints(about: source).map(\.message) == [misuse.message])
  }

  @Test(arguments: [
    "private var b = 1", "private var b: Int?", "fileprivate let b: Int = 1", "private(set) var b: Int",
    "private static let b = 1", "private var b: Int { 1 }", "@Hidden var b = 1", "@Hidden var b: Int { 1 }",
    "var b = 1", "var b = 1; enum CodingKeys: CodingKey { case a }",
  ])
  func aHiddenPropertyWithAValueIsNotAMistake(member: String) {
    #expect(complaints(about: "@JSONCodable struct Value { let a: Int; \(member) }") == [])
  }

  @Test(
    arguments: [
      (#"@ViewState("a") struct State {}"#, .viewStateOnOtherThanClass),
      (#"@ViewState("a") enum State {}"#, .viewStateOnOtherThanClass),
      (#"@ViewState("a") actor State {}"#, .viewStateOnOtherThanClass),
      (#"@Observable @ViewState("a") class State {}"#, .viewStateOnOtherThanClass),
      (#"@ViewState("a") class State { var a = 1, b = 2 }"#, .viewStateOnOtherThanClass),
      (#"@Observable @ViewState("") final class State {}"#, .viewTypeNotLiteral),
      (#"@Observable @ViewState(name) final class State {}"#, .viewTypeNotLiteral),
      (#"@Observable @ViewState("a\(name)") final class State {}"#, .viewTypeNotLiteral),
    ] as [(String, ViewStateMisuse)])
  func aMacroInTheWrongPlaceIsReported(source: String, misuse: ViewStateMisuse) {
    #expect(complaints(about: source).map(\.message) == [misuse.message])
  }

  @Test(
    arguments: [
      ("@Store struct Facts { var a = 1 }", .storeOnOtherThanClass),
      ("@Store enum Facts {}", .storeOnOtherThanClass),
      ("@Store actor Facts { var a = 1 }", .storeOnOtherThanClass),
      ("@Store class Facts { var a = 1 }", .storeOnOtherThanClass),
      ("@Store @Observable final class Facts { var a = 1 }", .storeWithObservable),
      ("@Observation.Observable @Store final class Facts { var a = 1 }", .storeWithObservable),
      (#"@Store @ViewState("a") final class Facts { var a = 1 }"#, .storeWithViewState),
    ] as [(String, ObservationMisuse)])
  func aStoreInTheWrongPlaceIsReported(source: String, misuse: ObservationMisuse) {
    #expect(complaints(about: source) == [Complaint(message: misuse.message, place: "@Store")])
  }

  @Test(
    arguments: [
      ("var (a, b) = (1, 2)", .tuplePattern),
      ("private var (a, b): (Int, Int)", .tuplePattern),
      ("var a = 1, b = 2", .severalProperties),
      ("var a, b: Int", .severalProperties),
      ("nonisolated var a = 1", .nonisolatedProperty),
      ("nonisolated(unsafe) var a = 1", .nonisolatedProperty),
    ] as [(String, ObservationMisuse)])
  func aPropertyThatCannotBeObservedIsReported(declaration: String, misuse: ObservationMisuse) {
    for attribute in ["@Store", "@ViewState(\"a\")"] {
      #expect(
        complaints(about: "\(attribute) final class State {\n  \(declaration)\n}") == [
          Complaint(message: misuse.message, place: declaration)
        ])
      #expect(complaints(about: "\(attribute) final class State { @ObservationIgnored \(declaration) }") == [])
    }
    #expect(complaints(about: "@Observable @ViewState(\"a\") final class State { \(declaration) }") == [])
  }

  @Test(
    arguments: [
      ("@Action func act() throws {}", .actionThrows),
      ("@Action func act() async throws {}", .actionThrows),
      ("@Action func act() throws(Fault) -> Effect {}", .actionThrows),
      ("@Action func act() -> Int { 0 }", .actionReturnsValue),
      ("@Action func act() async -> Bool { true }", .actionReturnsValue),
      ("@Action func act() -> Effect? { nil }", .actionReturnsValue),
      ("@Action func act() async -> Effect {}", .actionAsyncEffect),
      ("@Action private func act() {}", .actionHidden),
      ("@Action fileprivate func act() {}", .actionHidden),
      ("@Action static func act() {}", .actionHidden),
      ("@Action class func act() {}", .actionHidden),
      ("@Action func act<Value>(value: Value) {}", .actionGeneric),
      ("@Action func initialize() {}", .actionNameReserved),
      ("@Action func initialized() {}", .actionNameReserved),
      ("@Action func shutdown() {}", .actionNameReserved),
      ("@Action func exit() {}", .actionNameReserved),
      ("@WriteOnly let password: String", .writeOnlyUnsettable),
      ("@WriteOnly private(set) var password = \"\"", .writeOnlyUnsettable),
      ("@WriteOnly var password: String { \"\" }", .writeOnlyUnsettable),
      ("var value: Int { get async { 0 } }", .getterEffects),
      ("var value: Int { get throws { 0 } }", .getterEffects),
    ] as [(String, ViewStateMisuse)])
  func aDeclarationThatFrontEndsCannotUseIsReported(declaration: String, misuse: ViewStateMisuse) {
    let source = "@Observable @ViewState(\"a\") final class State {\n  \(declaration)\n}"
    #expect(complaints(about: source) == [Complaint(message: misuse.message, place: declaration)])
  }

  @Test(
    arguments: [
      ("@Action func act(value: some Equatable) {}", "value: some Equatable", .actionGeneric),
      ("@Action func act(view: Int) {}", "view: Int", .argumentReserved),
      ("@Action func act(view place: Int) {}", "view place: Int", .argumentReserved),
      ("@Action func act(_ view: Int) {}", "_ view: Int", .argumentReserved),
      ("@Action func act(text: String, ifCommit: Int) {}", "ifCommit: Int", .argumentReserved),
      ("@Action func act(value: inout Int) {}", "value: inout Int", .argumentPassing),
      ("@Action func act(values: Int...) {}", "values: Int...", .argumentPassing),
    ] as [(String, String, ViewStateMisuse)])
  func anArgumentThatCannotBeOnTheWireIsReportedAtTheParameter(source: String, place: String, misuse: ViewStateMisuse) {
    expect(misuse, in: source, at: place)
  }

  @Test(
    arguments: [
      ("@Title(text) var value = 0", "text", .hintNotLiteral),
      (#"@Title("") var value = 0"#, #""""#, .hintNotLiteral),
      ("@Busy(when: State.loading) var value = 0", "State.loading", .hintNotLiteral),
      (#"@Filters(name) var value = """#, "name", .hintNotLiteral),
      ("@Opens(page) var value = false", "page", .hintNotLiteral),
      (#"@Opens("page", with: parameters) var value = false"#, "parameters", .hintNotLiteral),
      ("@Busy private var value = false", "@Busy", .hintInside),
      (#"@Title("Value") static var value = false"#, #"@Title("Value")"#, .hintInside),
      ("@Busy @Hidden var value = false", "@Busy", .hintInside),
      (#"@Opens("page") @ObservationIgnored var value = false"#, #"@Opens("page")"#, .hintInside),
      ("@ErrorMessage @Busy var message: String?", "@ErrorMessage @Busy var message: String?", .severalRoles),
      (#"@Filters("rows") var keyword = """#, #""rows""#, .referenceUnknown),
      ("@Action var value = 0", "@Action", .actionOnProperty),
      (#"@Action("Value", .onAppear) var value = 0"#, #"@Action("Value", .onAppear)"#, .actionOnProperty),
    ] as [(String, String, ViewStateMisuse)])
  func aWrongHintAboutAPropertyIsReportedWhereItStands(source: String, place: String, misuse: ViewStateMisuse) {
    expect(misuse, in: source, at: place)
  }

  @Test(
    arguments: [
      ("@Action(title) func act(id: Int) {}", "title", .hintNotLiteral),
      (#"@Action("") func act(id: Int) {}"#, #""""#, .hintNotLiteral),
      (#"@Action("Act \(1)") func act(id: Int) {}"#, #""Act \(1)""#, .hintNotLiteral),
      (#"@Action("Act", hint) func act(id: Int) {}"#, "hint", .hintNotLiteral),
      (#"@Action(.onAppear, "Act") func act() {}"#, #""Act""#, .hintNotLiteral),
      ("@Action(.other) func act(id: Int) {}", ".other", .hintNotLiteral),
      ("@Action(.argument(name)) func act(id: Int) {}", "name", .hintNotLiteral),
      (#"@Action(.argument("id", title: text)) func act(id: Int) {}"#, "text", .hintNotLiteral),
      (#"@Action(.argument("id", title: "")) func act(id: Int) {}"#, #""""#, .hintNotLiteral),
      (#"@Action(.argument("id", from: rows)) func act(id: Int) {}"#, "rows", .hintNotLiteral),
      ("@Action(.opens(page)) func act(id: Int) {}", "page", .hintNotLiteral),
      (#"@Action(.opens("page", with: parameters)) func act(id: Int) {}"#, "parameters", .hintNotLiteral),
      (#"@Action(.argument("key")) func act(id: Int) {}"#, #""key""#, .argumentUnknown),
      (#"@Action(.argument("id")) func act(_ key: Int) {}"#, #""id""#, .argumentUnknown),
      (#"@Action(.argument("id")) func act(key id: Int) {}"#, #""id""#, .argumentUnknown),
      (##"@Action(.argument("id"), .argument(#"id"#)) func act(id: Int) {}"##, ##"#"id"#"##, .hintTwice),
      ("@Action(.onAppear, .onAppear) func act() {}", ".onAppear", .hintTwice),
      (#"@Action(.opens("a"), .opens("b")) func act() {}"#, #".opens("b")"#, .hintTwice),
      (#"@Action @Action("Act") func act() {}"#, #"@Action("Act")"#, .secondAction),
      (#"@Action(.argument("id", from: "rows")) func act(id: Int) {}"#, #""rows""#, .referenceUnknown),
      (#"@Action(.argument("id", member: "id")) func act(id: Int) {}"#, #""id""#, .memberWithoutProperty),
      (#"@Title("Act") @Action func act() {}"#, #"@Title("Act")"#, .hintOnMethod),
      (#"@Action @Opens("page") func act() {}"#, #"@Opens("page")"#, .hintOnMethod),
      ("@Busy @Action func act() {}", "@Busy", .hintOnMethod),
      (#"@Title("Act") func act() {}"#, #"@Title("Act")"#, .hintOnMethod),
    ] as [(String, String, ViewStateMisuse)])
  func aWrongHintAboutAnActionIsReportedWhereItStands(source: String, place: String, misuse: ViewStateMisuse) {
    expect(misuse, in: source, at: place)
  }

  private func expect(
    _ misuse: ViewStateMisuse, in declaration: String, at place: String,
    location: SourceLocation = #_sourceLocation
  ) {
    let source = "@Observable @ViewState(\"a\") final class State {\n  \(declaration)\n}"
    #expect(complaints(about: source) == [Complaint(message: misuse.message, place: place)], sourceLocation: location)
  }

  @Test func aNameThatAnotherActionHasIsReportedAtTheSecond() {
    let source = """
      @Observable @ViewState("a") final class State {
        @Action func act() {}
        @Action func act(again: Int) {}
        func act(inside: Int) {}
      }
      """
    #expect(
      complaints(about: source) == [
        Complaint(message: ViewStateMisuse.actionNameTaken.message, place: "@Action func act(again: Int) {}")
      ])
  }

  @Test func aSecondActionOnAppearanceIsReported() {
    let source = """
      @Observable @ViewState("a") final class State {
        @Action(.onAppear) func load(id: Int?, by: Int = 1) {}
        @Action(.onAppear) func reload() {}
      }
      """
    #expect(
      complaints(about: source) == [
        Complaint(message: ViewStateMisuse.secondOnAppear.message, place: "@Action(.onAppear) func reload() {}")
      ])
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

  @Test func aSecondLifetimeIsReported() {
    let source = """
      @Observable @ViewState("a") final class State {
        let login: ScopeLifetime
        let room: ScopeLifetime?
      }
      """
    #expect(
      complaints(about: source) == [
        Complaint(message: ViewStateMisuse.secondLifetime.message, place: "let room: ScopeLifetime?")
      ])
  }

  @Test func aSecondEffectScopeIsReported() {
    let source = """
      @Observable @ViewState("a") final class State {
        let one = EffectScope()
        let two = EffectScope()
      }
      """
    #expect(
      complaints(about: source) == [
        Complaint(message: ViewStateMisuse.secondEffectScope.message, place: "let two = EffectScope()")
      ])
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
        ViewStateMisuse.writeOnlyUnsettable.message, ViewStateMisuse.actionThrows.message,
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
  ])
  func aCorrectOrHiddenDeclarationIsNotAMistake(declaration: String) {
    let source = "@Observable @ViewState(\"a\") final class State {\n  \(declaration)\n}"
    #expect(complaints(about: source).isEmpty)
  }
}
