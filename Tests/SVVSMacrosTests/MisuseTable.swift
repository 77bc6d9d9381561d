import MacroSupport
import Testing

@testable import JSONMacros
@testable import SVVSMacros

/// A mistake in the use of a macro: the source, its message, and the source after each fix-it.
struct MisuseRow: CustomTestStringConvertible {
  /// The declaration around the source of a row.
  enum Context: CaseIterable {
    case none
    /// A view state that `@Observable` makes observable.
    case viewState
    /// A class whose properties are observed by `@Store` or by `@ViewState`.
    case observed

    /// The text before and after the source.
    var texts: [(start: String, end: String)] {
      switch self {
      case .none: [("", "")]
      case .viewState: [("@MainActor @Observable @ViewState(\"a\") final class State {\n  ", "\n}")]
      case .observed:
        ["@Store", "@ViewState(\"a\")"].map { ("@MainActor \($0) final class State {\n  ", "\n}") }
      }
    }
  }

  let source: String
  let misuse: any Misuse
  let context: Context
  /// The first line of the code that the message is about.
  let place: String
  let fixed: [String]

  init(
    _ source: String, in context: Context = .none, _ misuse: any Misuse, at place: String, fixed: String...
  ) {
    (self.source, self.misuse, self.context, self.place, self.fixed) = (source, misuse, context, place, fixed)
  }

  var testDescription: String { source }
}

/// Every mistake that a macro finds.
let misuseTable: [MisuseRow] = [
  // @JSONCodable
  MisuseRow("@JSONCodable class Value {}", JSONCodableMisuse.codableOnOther, at: "@JSONCodable"),
  MisuseRow("@JSONCodable actor Value {}", JSONCodableMisuse.codableOnOther, at: "@JSONCodable"),
  MisuseRow("@JSONCodable enum Value { case a }", JSONCodableMisuse.enumWithoutRawValues, at: "Value"),
  MisuseRow("@JSONCodable enum Value: Double { case a }", JSONCodableMisuse.enumWithoutRawValues, at: "Value"),
  MisuseRow(
    "@JSONCodable enum Value { case a(Int), b; enum CodingKeys: CodingKey { case a } }",
    JSONCodableMisuse.caseWithoutCodingKey, at: "b"),
  MisuseRow("@JSONCodable struct Value { var (a, b) = (1, 2) }", JSONCodableMisuse.tuplePattern, at: "(a, b) = (1, 2)"),
  MisuseRow(
    "@JSONCodable struct Value { let a: Int; private let b: Int }", JSONCodableMisuse.insideWithoutValue, at: "b: Int"),
  MisuseRow(
    "@JSONCodable struct Value { let a: Int; fileprivate var b: Int }", JSONCodableMisuse.insideWithoutValue,
    at: "b: Int"),
  MisuseRow(
    "@JSONCodable struct Value { let a: Int; @Hidden var b: Int }", JSONCodableMisuse.insideWithoutValue, at: "b: Int"),
  MisuseRow(
    "@JSONCodable struct Value { let a, b: Int; enum CodingKeys: CodingKey { case a } }",
    JSONCodableMisuse.insideWithoutValue, at: "b: Int"),

  // View states
  MisuseRow(
    #"@ViewState("a") struct State {}"#, ViewStateMisuse.viewStateOnOtherThanClass, at: #"@ViewState("a")"#,
    fixed: #"@ViewState("a") final class State {}"#),
  MisuseRow(#"@ViewState("a") enum State {}"#, ViewStateMisuse.viewStateOnOtherThanClass, at: #"@ViewState("a")"#),
  MisuseRow(
    #"@ViewState("a") actor State {}"#, ViewStateMisuse.viewStateOnOtherThanClass, at: #"@ViewState("a")"#,
    fixed: #"@ViewState("a") final class State {}"#),
  MisuseRow(
    #"@Observable @ViewState("a") class State {}"#, ViewStateMisuse.viewStateOnOtherThanClass, at: #"@ViewState("a")"#,
    fixed: #"@Observable @ViewState("a") final class State {}"#),
  MisuseRow(
    #"@ViewState("a") class State { var a = 1, b = 2 }"#, ViewStateMisuse.viewStateOnOtherThanClass,
    at: #"@ViewState("a")"#, fixed: #"@ViewState("a") final class State { var a = 1, b = 2 }"#),
  MisuseRow(
    #"@Observable @ViewState("") final class State {}"#, ViewStateMisuse.viewTypeNotLiteral, at: #"@ViewState("")"#,
    fixed: #"@Observable @ViewState("state") final class State {}"#),
  MisuseRow(
    "@Observable @ViewState(name) final class State {}", ViewStateMisuse.viewTypeNotLiteral, at: "@ViewState(name)",
    fixed: #"@Observable @ViewState("state") final class State {}"#),
  MisuseRow(
    #"@Observable @ViewState("a\(name)") final class State {}"#, ViewStateMisuse.viewTypeNotLiteral,
    at: #"@ViewState("a\(name)")"#, fixed: #"@Observable @ViewState("state") final class State {}"#),
  MisuseRow(
    "@ViewState final class CounterViewState {}", ViewStateMisuse.viewTypeNotLiteral, at: "@ViewState",
    fixed: #"@ViewState("counter") final class CounterViewState {}"#),
  MisuseRow(
    "@MainActor @ViewState() final class View {}", ViewStateMisuse.viewTypeNotLiteral, at: "@ViewState()",
    fixed: #"@MainActor @ViewState("view") final class View {}"#),
  MisuseRow(
    "@ViewState(isStart: true) final class HomePageModel {}", ViewStateMisuse.viewTypeNotLiteral,
    at: "@ViewState(isStart: true)", fixed: #"@ViewState("homePage", isStart: true) final class HomePageModel {}"#),

  // Observed classes
  MisuseRow(
    "@Store struct Facts { var a = 1 }", ObservationMisuse.storeOnOtherThanClass, at: "@Store",
    fixed: "@Store final class Facts { var a = 1 }"),
  MisuseRow("@Store enum Facts {}", ObservationMisuse.storeOnOtherThanClass, at: "@Store"),
  MisuseRow(
    "@Store actor Facts { var a = 1 }", ObservationMisuse.storeOnOtherThanClass, at: "@Store",
    fixed: "@Store final class Facts { var a = 1 }"),
  MisuseRow(
    "@Store class Facts { var a = 1 }", ObservationMisuse.storeOnOtherThanClass, at: "@Store",
    fixed: "@Store final class Facts { var a = 1 }"),
  MisuseRow(
    "@Store @Observable final class Facts { var a = 1 }", ObservationMisuse.storeWithObservable, at: "@Store",
    fixed: "@Store final class Facts { var a = 1 }", "@Observable final class Facts { var a = 1 }"),
  MisuseRow(
    "@Observation.Observable @Store final class Facts { var a = 1 }", ObservationMisuse.storeWithObservable,
    at: "@Store", fixed: "@Store final class Facts { var a = 1 }",
    "@Observation.Observable final class Facts { var a = 1 }"),
  MisuseRow(
    #"@Store @ViewState("a") final class Facts { var a = 1 }"#, ObservationMisuse.storeWithViewState, at: "@Store",
    fixed: #"@ViewState("a") final class Facts { var a = 1 }"#),
  MisuseRow(
    "var (a, b) = (1, 2)", in: .observed, ObservationMisuse.tuplePattern, at: "var (a, b) = (1, 2)",
    fixed: "@ObservationIgnored var (a, b) = (1, 2)"),
  MisuseRow(
    "private var (a, b): (Int, Int)", in: .observed, ObservationMisuse.tuplePattern,
    at: "private var (a, b): (Int, Int)", fixed: "@ObservationIgnored private var (a, b): (Int, Int)"),
  MisuseRow(
    "var a = 1, b = 2", in: .observed, ObservationMisuse.severalProperties, at: "var a = 1, b = 2",
    fixed: """
      var a = 1
        var b = 2
      """),
  MisuseRow(
    "var a, b: Int", in: .observed, ObservationMisuse.severalProperties, at: "var a, b: Int",
    fixed: """
      var a: Int
        var b: Int
      """),
  MisuseRow(
    "nonisolated var a = 1", in: .observed, ObservationMisuse.nonisolatedProperty, at: "nonisolated var a = 1",
    fixed: "var a = 1", "@ObservationIgnored nonisolated var a = 1"),
  MisuseRow(
    "nonisolated(unsafe) var a = 1", in: .observed, ObservationMisuse.nonisolatedProperty,
    at: "nonisolated(unsafe) var a = 1", fixed: "var a = 1", "@ObservationIgnored nonisolated(unsafe) var a = 1"),
  MisuseRow(
    "@Published var a = 1", in: .observed, ObservationMisuse.propertyWrapper, at: "@Published",
    fixed: "@ObservationIgnored @Published var a = 1"),
  MisuseRow(
    #"@AppStorage("a") private(set) var a = 1"#, in: .observed, ObservationMisuse.propertyWrapper,
    at: #"@AppStorage("a")"#, fixed: #"@ObservationIgnored @AppStorage("a") private(set) var a = 1"#),
  MisuseRow(
    "@Library.Clamped(0...9) var a: Int", in: .observed, ObservationMisuse.propertyWrapper,
    at: "@Library.Clamped(0...9)", fixed: "@ObservationIgnored @Library.Clamped(0...9) var a: Int"),

  // Members of view states
  MisuseRow(
    "@Action func act() throws {}", in: .viewState, ViewStateMisuse.actionThrows, at: "@Action func act() throws {}"),
  MisuseRow(
    "@Action func act() async throws {}", in: .viewState, ViewStateMisuse.actionThrows,
    at: "@Action func act() async throws {}"),
  MisuseRow(
    "@Action func act() throws(Fault) -> Effect {}", in: .viewState, ViewStateMisuse.actionThrows,
    at: "@Action func act() throws(Fault) -> Effect {}"),
  MisuseRow(
    "@Action func act() -> Int { 0 }", in: .viewState, ViewStateMisuse.actionReturnsValue,
    at: "@Action func act() -> Int { 0 }"),
  MisuseRow(
    "@Action func act() async -> Bool { true }", in: .viewState, ViewStateMisuse.actionReturnsValue,
    at: "@Action func act() async -> Bool { true }"),
  MisuseRow(
    "@Action func act() -> Effect? { nil }", in: .viewState, ViewStateMisuse.actionReturnsValue,
    at: "@Action func act() -> Effect? { nil }"),
  MisuseRow(
    "@Action func act() async -> Effect {}", in: .viewState, ViewStateMisuse.actionAsyncEffect,
    at: "@Action func act() async -> Effect {}"),
  MisuseRow(
    "@Action private func act() {}", in: .viewState, ViewStateMisuse.actionHidden, at: "@Action private func act() {}"),
  MisuseRow(
    "@Action fileprivate func act() {}", in: .viewState, ViewStateMisuse.actionHidden,
    at: "@Action fileprivate func act() {}"),
  MisuseRow(
    "@Action static func act() {}", in: .viewState, ViewStateMisuse.actionHidden, at: "@Action static func act() {}"),
  MisuseRow(
    "@Action class func act() {}", in: .viewState, ViewStateMisuse.actionHidden, at: "@Action class func act() {}"),
  MisuseRow(
    "@Action func act<Value>(value: Value) {}", in: .viewState, ViewStateMisuse.actionGeneric,
    at: "@Action func act<Value>(value: Value) {}"),
  MisuseRow(
    "@Action func initialize() {}", in: .viewState, ViewStateMisuse.actionNameReserved,
    at: "@Action func initialize() {}"),
  MisuseRow(
    "@Action func initialized() {}", in: .viewState, ViewStateMisuse.actionNameReserved,
    at: "@Action func initialized() {}"),
  MisuseRow(
    "@Action func shutdown() {}", in: .viewState, ViewStateMisuse.actionNameReserved, at: "@Action func shutdown() {}"),
  MisuseRow("@Action func exit() {}", in: .viewState, ViewStateMisuse.actionNameReserved, at: "@Action func exit() {}"),
  MisuseRow(
    "@WriteOnly let password: String", in: .viewState, ViewStateMisuse.writeOnlyUnsettable,
    at: "@WriteOnly let password: String"),
  MisuseRow(
    #"@WriteOnly private(set) var password = """#, in: .viewState, ViewStateMisuse.writeOnlyUnsettable,
    at: #"@WriteOnly private(set) var password = """#),
  MisuseRow(
    #"@WriteOnly var password: String { "" }"#, in: .viewState, ViewStateMisuse.writeOnlyUnsettable,
    at: #"@WriteOnly var password: String { "" }"#),
  MisuseRow(
    "var value: Int { get async { 0 } }", in: .viewState, ViewStateMisuse.getterEffects,
    at: "var value: Int { get async { 0 } }"),
  MisuseRow(
    "var value: Int { get throws { 0 } }", in: .viewState, ViewStateMisuse.getterEffects,
    at: "var value: Int { get throws { 0 } }"),
  MisuseRow(
    "@Action func act(value: some Equatable) {}", in: .viewState, ViewStateMisuse.actionGeneric,
    at: "value: some Equatable"),
  MisuseRow("@Action func act(view: Int) {}", in: .viewState, ViewStateMisuse.argumentReserved, at: "view: Int"),
  MisuseRow(
    "@Action func act(view place: Int) {}", in: .viewState, ViewStateMisuse.argumentReserved, at: "view place: Int"),
  MisuseRow("@Action func act(_ view: Int) {}", in: .viewState, ViewStateMisuse.argumentReserved, at: "_ view: Int"),
  MisuseRow(
    "@Action func act(text: String, ifCommit: Int) {}", in: .viewState, ViewStateMisuse.argumentReserved,
    at: "ifCommit: Int"),
  MisuseRow(
    "@Action func act(value: inout Int) {}", in: .viewState, ViewStateMisuse.argumentPassing, at: "value: inout Int"),
  MisuseRow(
    "@Action func act(values: Int...) {}", in: .viewState, ViewStateMisuse.argumentPassing, at: "values: Int..."),
  MisuseRow("@Title(text) var value = 0", in: .viewState, ViewStateMisuse.hintNotLiteral, at: "text"),
  MisuseRow(#"@Title("") var value = 0"#, in: .viewState, ViewStateMisuse.hintNotLiteral, at: #""""#),
  MisuseRow(
    "@Busy(when: State.loading) var value = 0", in: .viewState, ViewStateMisuse.hintNotLiteral, at: "State.loading"),
  MisuseRow(#"@Filters(name) var value = """#, in: .viewState, ViewStateMisuse.hintNotLiteral, at: "name"),
  MisuseRow("@Opens(page) var value = false", in: .viewState, ViewStateMisuse.hintNotLiteral, at: "page"),
  MisuseRow(
    #"@Opens("page", with: parameters) var value = false"#, in: .viewState, ViewStateMisuse.hintNotLiteral,
    at: "parameters"),
  MisuseRow("@Busy private var value = false", in: .viewState, ViewStateMisuse.hintInside, at: "@Busy"),
  MisuseRow(
    #"@Title("Value") static var value = false"#, in: .viewState, ViewStateMisuse.hintInside, at: #"@Title("Value")"#),
  MisuseRow("@Busy @Hidden var value = false", in: .viewState, ViewStateMisuse.hintInside, at: "@Busy"),
  MisuseRow(
    #"@Opens("page") @ObservationIgnored var value = false"#, in: .viewState, ViewStateMisuse.hintInside,
    at: #"@Opens("page")"#),
  MisuseRow(
    "@ErrorMessage @Busy var message: String?", in: .viewState, ViewStateMisuse.severalRoles,
    at: "@ErrorMessage @Busy var message: String?"),
  MisuseRow(#"@Filters("rows") var keyword = """#, in: .viewState, ViewStateMisuse.referenceUnknown, at: #""rows""#),
  MisuseRow("@Action var value = 0", in: .viewState, ViewStateMisuse.actionOnProperty, at: "@Action"),
  MisuseRow(
    #"@Action("Value", .onAppear) var value = 0"#, in: .viewState, ViewStateMisuse.actionOnProperty,
    at: #"@Action("Value", .onAppear)"#),
  MisuseRow("@Action(title) func act(id: Int) {}", in: .viewState, ViewStateMisuse.hintNotLiteral, at: "title"),
  MisuseRow(#"@Action("") func act(id: Int) {}"#, in: .viewState, ViewStateMisuse.hintNotLiteral, at: #""""#),
  MisuseRow(
    #"@Action("Act \(1)") func act(id: Int) {}"#, in: .viewState, ViewStateMisuse.hintNotLiteral, at: #""Act \(1)""#),
  MisuseRow(#"@Action("Act", hint) func act(id: Int) {}"#, in: .viewState, ViewStateMisuse.hintNotLiteral, at: "hint"),
  MisuseRow(#"@Action(.onAppear, "Act") func act() {}"#, in: .viewState, ViewStateMisuse.hintNotLiteral, at: #""Act""#),
  MisuseRow("@Action(.other) func act(id: Int) {}", in: .viewState, ViewStateMisuse.hintNotLiteral, at: ".other"),
  MisuseRow(
    "@Action(.argument(name)) func act(id: Int) {}", in: .viewState, ViewStateMisuse.hintNotLiteral, at: "name"),
  MisuseRow(
    #"@Action(.argument("id", title: text)) func act(id: Int) {}"#, in: .viewState, ViewStateMisuse.hintNotLiteral,
    at: "text"),
  MisuseRow(
    #"@Action(.argument("id", title: "")) func act(id: Int) {}"#, in: .viewState, ViewStateMisuse.hintNotLiteral,
    at: #""""#),
  MisuseRow(
    #"@Action(.argument("id", from: rows)) func act(id: Int) {}"#, in: .viewState, ViewStateMisuse.hintNotLiteral,
    at: "rows"),
  MisuseRow("@Action(.opens(page)) func act(id: Int) {}", in: .viewState, ViewStateMisuse.hintNotLiteral, at: "page"),
  MisuseRow(
    #"@Action(.opens("page", with: parameters)) func act(id: Int) {}"#, in: .viewState, ViewStateMisuse.hintNotLiteral,
    at: "parameters"),
  MisuseRow(
    #"@Action(.argument("key")) func act(id: Int) {}"#, in: .viewState, ViewStateMisuse.argumentUnknown, at: #""key""#),
  MisuseRow(
    #"@Action(.argument("id")) func act(_ key: Int) {}"#, in: .viewState, ViewStateMisuse.argumentUnknown,
    at: #""id""#),
  MisuseRow(
    #"@Action(.argument("id")) func act(key id: Int) {}"#, in: .viewState, ViewStateMisuse.argumentUnknown,
    at: #""id""#),
  MisuseRow(
    ##"@Action(.argument("id"), .argument(#"id"#)) func act(id: Int) {}"##, in: .viewState, ViewStateMisuse.hintTwice,
    at: ##"#"id"#"##),
  MisuseRow("@Action(.onAppear, .onAppear) func act() {}", in: .viewState, ViewStateMisuse.hintTwice, at: ".onAppear"),
  MisuseRow(
    #"@Action(.opens("a"), .opens("b")) func act() {}"#, in: .viewState, ViewStateMisuse.hintTwice,
    at: #".opens("b")"#),
  MisuseRow(
    #"@Action @Action("Act") func act() {}"#, in: .viewState, ViewStateMisuse.secondAction, at: #"@Action("Act")"#),
  MisuseRow(
    #"@Action(.argument("id", from: "rows")) func act(id: Int) {}"#, in: .viewState, ViewStateMisuse.referenceUnknown,
    at: #""rows""#),
  MisuseRow(
    #"@Action(.argument("id", member: "id")) func act(id: Int) {}"#, in: .viewState,
    ViewStateMisuse.memberWithoutProperty, at: #""id""#),
  MisuseRow(
    #"@Title("Act") @Action func act() {}"#, in: .viewState, ViewStateMisuse.hintOnMethod, at: #"@Title("Act")"#),
  MisuseRow(
    #"@Action @Opens("page") func act() {}"#, in: .viewState, ViewStateMisuse.hintOnMethod, at: #"@Opens("page")"#),
  MisuseRow("@Busy @Action func act() {}", in: .viewState, ViewStateMisuse.hintOnMethod, at: "@Busy"),
  MisuseRow(#"@Title("Act") func act() {}"#, in: .viewState, ViewStateMisuse.hintOnMethod, at: #"@Title("Act")"#),
  MisuseRow(
    """
    @Action func act() {}
      @Action func act(again: Int) {}
      func act(inside: Int) {}
    """, in: .viewState,
    ViewStateMisuse.actionNameTaken, at: "@Action func act(again: Int) {}"),
  MisuseRow(
    """
    @Action(.onAppear) func load(id: Int?, by: Int = 1) {}
      @Action(.onAppear) func reload() {}
    """, in: .viewState,
    ViewStateMisuse.secondOnAppear, at: "@Action(.onAppear) func reload() {}"),
  MisuseRow(
    """
    let login: ScopeLifetime
      let room: ScopeLifetime?
    """, in: .viewState,
    ViewStateMisuse.secondLifetime, at: "let room: ScopeLifetime?"),
  MisuseRow(
    """
    let one = EffectScope()
      let two = EffectScope()
    """, in: .viewState,
    ViewStateMisuse.secondEffectScope, at: "let two = EffectScope()"),

  // Attributes outside of view states
  MisuseRow("extension State { @Action func act() {} }", ViewStateMisuse.markerInExtension, at: "@Action"),
  MisuseRow("extension State { @Busy var isBusy: Bool { false } }", ViewStateMisuse.markerInExtension, at: "@Busy"),
  MisuseRow(
    "final class State { @Action func act() {} }", ViewStateMisuse.markerOutside, at: "@Action",
    fixed: "final class State { func act() {} }"),
  MisuseRow(
    #"struct State { @Action("Act") static func act() {} }"#, ViewStateMisuse.markerOutside, at: #"@Action("Act")"#,
    fixed: "struct State { static func act() {} }"),
  MisuseRow(
    "actor State { @Action func act() {} }", ViewStateMisuse.markerOutside, at: "@Action",
    fixed: "actor State { func act() {} }"),
  MisuseRow(
    "protocol State { @Action func act() }", ViewStateMisuse.markerOutside, at: "@Action",
    fixed: "protocol State { func act() }"),
  MisuseRow("@Action func act() {}", ViewStateMisuse.markerOutside, at: "@Action", fixed: "func act() {}"),
  MisuseRow(
    #"@Store final class Facts { @WriteOnly var secret = "" }"#, ViewStateMisuse.markerOutside, at: "@WriteOnly",
    fixed: #"@Store final class Facts {  var secret = "" }"#),
  MisuseRow(
    #"struct Facts { @Filters("rows") var keyword = "" }"#, ViewStateMisuse.markerOutside, at: #"@Filters("rows")"#,
    fixed: #"struct Facts { var keyword = "" }"#),
  MisuseRow(
    "struct Inner { @Action func act() {} }", in: .viewState, ViewStateMisuse.markerOutside, at: "@Action",
    fixed: "struct Inner { func act() {} }"),
  MisuseRow(
    "func outer() { @Action func act() {} }", in: .viewState, ViewStateMisuse.markerOutside, at: "@Action",
    fixed: "func outer() { func act() {} }"),
  MisuseRow(
    "@Action init() {}", in: .viewState, ViewStateMisuse.actionOnOtherThanMethod, at: "@Action", fixed: "init() {}"),
  MisuseRow(
    "@Action subscript(index: Int) -> Int { 0 }", in: .viewState, ViewStateMisuse.actionOnOtherThanMethod,
    at: "@Action", fixed: "subscript(index: Int) -> Int { 0 }"),
]
