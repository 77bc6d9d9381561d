import Testing

@testable import MacroExpansion

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
  MisuseRow(
    "@JSONCodable class Value {}", JSONCodableMisuse.codableOnOther, at: "@JSONCodable",
    fixed: "@JSONCodable final class Value {}"),
  MisuseRow(
    "@JSONCodable actor Value {}", JSONCodableMisuse.codableOnOther, at: "@JSONCodable",
    fixed: "@JSONCodable final class Value {}"),
  MisuseRow("@JSONCodable func act() {}", JSONCodableMisuse.codableOnOther, at: "@JSONCodable", fixed: "func act() {}"),
  MisuseRow(
    "@JSONCodable enum Value { case a }", JSONCodableMisuse.enumWithoutRawValues, at: "Value",
    fixed: "@JSONCodable enum Value: String { case a }"),
  MisuseRow("@JSONCodable enum Value: Double { case a }", JSONCodableMisuse.enumWithoutRawValues, at: "Value"),
  MisuseRow(
    "@JSONCodable enum Value { case a(Int), b; enum CodingKeys: CodingKey { case a } }",
    JSONCodableMisuse.caseWithoutCodingKey, at: "b"),
  MisuseRow("@JSONCodable struct Value { var (a, b) = (1, 2) }", JSONCodableMisuse.tuplePattern, at: "(a, b) = (1, 2)"),
  MisuseRow(
    "@JSONCodable struct Value { let a: Int; private let b: Int }", JSONCodableMisuse.hiddenWithoutValue, at: "b: Int",
    fixed: "@JSONCodable struct Value { let a: Int; let b: Int }"),
  MisuseRow(
    "@JSONCodable struct Value { let a: Int; fileprivate var b: Int }", JSONCodableMisuse.hiddenWithoutValue,
    at: "b: Int", fixed: "@JSONCodable struct Value { let a: Int; var b: Int }"),
  MisuseRow(
    "@JSONCodable struct Value { let a: Int; @Hidden var b: Int }", JSONCodableMisuse.hiddenWithoutValue, at: "b: Int",
    fixed: "@JSONCodable struct Value { let a: Int; var b: Int }"),
  MisuseRow(
    "@JSONCodable struct Value { let a, b: Int; enum CodingKeys: CodingKey { case a } }",
    JSONCodableMisuse.hiddenWithoutValue, at: "b: Int"),
  MisuseRow("@JSONCodable struct Value { let a: (Int, Int) }", JSONFormMisuse.tuple, at: "(Int, Int)"),
  MisuseRow(
    "@JSONCodable struct Value { var a: [(x: Int, y: Int)] = [] }", JSONFormMisuse.tuple, at: "(x: Int, y: Int)",
    fixed: "@JSONCodable struct Value { @Hidden var a: [(x: Int, y: Int)] = [] }"),
  MisuseRow("@JSONCodable struct Value { let a: (() -> Void)? }", JSONFormMisuse.function, at: "() -> Void"),
  MisuseRow("@JSONCodable struct Value { let a: [String: Any] }", JSONFormMisuse.existential, at: "Any"),
  MisuseRow(
    "@JSONCodable final class Value { let a: any Error }", JSONFormMisuse.existential, at: "any Error",
    fixed: "@JSONCodable final class Value { @Hidden let a: any Error }"),
  MisuseRow("@JSONCodable enum Value { case a(Int), b(Any) }", JSONFormMisuse.existential, at: "Any"),
  MisuseRow("@JSONCodable enum Value: Equatable { case a }", JSONCodableMisuse.enumWithoutRawValues, at: "Value"),
  MisuseRow(
    """
    @JSONCodable struct Value {
      let a: Int
      #if DEBUG
        var b = 1
      #endif
    }
    """,
    JSONCodableMisuse.insideCondition, at: "var b = 1",
    fixed: """
      @JSONCodable struct Value {
        let a: Int
        #if DEBUG
          @Hidden var b = 1
        #endif
      }
      """),
  MisuseRow(
    "@JSONCodable struct Value {\n  #if DEBUG\n  #else\n    #if A\n      let b: Int\n    #endif\n  #endif\n}",
    JSONCodableMisuse.insideCondition, at: "let b: Int"),
  MisuseRow(
    "@JSONCodable final class Value {\n  #if DEBUG\n    let b: Int\n  #endif\n}",
    JSONCodableMisuse.insideCondition, at: "let b: Int",
    fixed: "@JSONCodable final class Value {\n  #if DEBUG\n    @Hidden let b: Int\n  #endif\n}"),
  MisuseRow(
    "@JSONCodable enum Value: String {\n  case a\n  #if DEBUG\n    case b\n  #endif\n}",
    JSONCodableMisuse.insideCondition, at: "case b"),
  MisuseRow(
    "@JSONCodable enum Value {\n  case a(Int)\n  #if DEBUG\n    case b(Int)\n  #endif\n}",
    JSONCodableMisuse.insideCondition, at: "case b(Int)"),
  MisuseRow(
    "@JSONCodable struct Value {\n  let a: Int\n  #if DEBUG\n    enum CodingKeys: CodingKey { case a }\n  #endif\n}",
    JSONCodableMisuse.insideCondition, at: "enum CodingKeys: CodingKey { case a }"),
  MisuseRow(
    #"@JSONCodable struct Value { let a: Int; @JSONName("a") let b: Int }"#, JSONCodableMisuse.keyTaken,
    at: #"@JSONName("a")"#),
  MisuseRow(
    ##"@JSONCodable final class Value { @JSONName("c") var a = 1; @JSONName(#"c"#) var b = 1 }"##,
    JSONCodableMisuse.keyTaken, at: ##"@JSONName(#"c"#)"##),
  MisuseRow(
    #"@JSONCodable struct Value { @JSONName("c") let a: Int; let c: Int }"#, JSONCodableMisuse.keyTaken, at: "c: Int"),
  MisuseRow("@JSONCodable enum Value { case a(_1: Int, Int) }", JSONCodableMisuse.keyTaken, at: "a(_1: Int, Int)"),
  MisuseRow(
    #"@JSONCodable struct Value { @JSONName("b") @JSONName("c") let a: Int }"#, JSONCodableMisuse.markerTwice,
    at: #"@JSONName("c")"#, fixed: #"@JSONCodable struct Value { @JSONName("b") let a: Int }"#),
  MisuseRow(
    #"@JSONCodable struct Value { @Title("B") @Title("C") let a: Int }"#, JSONCodableMisuse.markerTwice,
    at: #"@Title("C")"#, fixed: #"@JSONCodable struct Value { @Title("B") let a: Int }"#),
  MisuseRow(
    #"@JSONCodable struct Value { @Shown(.never) @Shown(.whenTrue) let a: Bool }"#, JSONCodableMisuse.markerTwice,
    at: "@Shown(.whenTrue)", fixed: #"@JSONCodable struct Value { @Shown(.never) let a: Bool }"#),

  // Attributes of members of JSON forms
  MisuseRow(
    #"struct Value { @JSONName("b") let a: Int }"#, JSONCodableMisuse.nameWithoutEffect, at: #"@JSONName("b")"#,
    fixed: "struct Value { let a: Int }"),
  MisuseRow(
    #"@JSONCodable struct Value { @JSONName("b") var a: Int { 1 } }"#, JSONCodableMisuse.nameWithoutEffect,
    at: #"@JSONName("b")"#, fixed: "@JSONCodable struct Value { var a: Int { 1 } }"),
  MisuseRow(
    #"@JSONCodable struct Value { @JSONName("b") private var a = 1 }"#, JSONCodableMisuse.nameWithoutEffect,
    at: #"@JSONName("b")"#, fixed: "@JSONCodable struct Value { private var a = 1 }"),
  MisuseRow(
    #"@JSONCodable struct Value { @JSONName("b") static let a = 1 }"#, JSONCodableMisuse.nameWithoutEffect,
    at: #"@JSONName("b")"#, fixed: "@JSONCodable struct Value { static let a = 1 }"),
  MisuseRow(
    #"@JSONCodable enum Value: String { @JSONName("b") case a }"#, JSONCodableMisuse.nameWithoutEffect,
    at: #"@JSONName("b")"#, fixed: "@JSONCodable enum Value: String { case a }"),
  MisuseRow(
    #"@JSONName("b") var a = 1"#, in: .viewState, JSONCodableMisuse.nameWithoutEffect, at: #"@JSONName("b")"#,
    fixed: "var a = 1"),
  MisuseRow(
    #"extension Value { @Title("B") var a: Int { 1 } }"#, JSONCodableMisuse.hintWithoutEffect, at: #"@Title("B")"#,
    fixed: "extension Value { var a: Int { 1 } }"),
  MisuseRow(
    #"@JSONCodable struct Value { @Title("B") var a: Int { 1 } }"#, JSONCodableMisuse.hintWithoutEffect,
    at: #"@Title("B")"#, fixed: "@JSONCodable struct Value { var a: Int { 1 } }"),
  MisuseRow(
    #"@JSONCodable struct Value { @Title("B") func a() {} }"#, JSONCodableMisuse.hintWithoutEffect,
    at: #"@Title("B")"#, fixed: "@JSONCodable struct Value { func a() {} }"),
  MisuseRow(
    "@Store final class Value { @Hidden var a = 1 }", JSONCodableMisuse.hiddenWithoutEffect, at: "@Hidden",
    fixed: "@Store final class Value {  var a = 1 }"),
  MisuseRow(
    "extension Value { @Hidden func a() {} }", JSONCodableMisuse.hiddenWithoutEffect, at: "@Hidden",
    fixed: "extension Value { func a() {} }"),
  MisuseRow(
    "@JSONCodable enum Value { @Hidden case a(Int) }", JSONCodableMisuse.hiddenWithoutEffect, at: "@Hidden",
    fixed: "@JSONCodable enum Value { case a(Int) }"),
  MisuseRow(
    "@Hidden init() {}", in: .viewState, JSONCodableMisuse.hiddenWithoutEffect, at: "@Hidden", fixed: "init() {}"),

  // View states
  MisuseRow(
    #"@ViewState("a") struct State {}"#, ViewStateMisuse.viewStateOnOtherThanClass, at: #"@ViewState("a")"#,
    fixed: #"@ViewState("a") final class State {}"#),
  MisuseRow("@Store func act() {}", ObservationMisuse.storeOnOtherThanClass, at: "@Store", fixed: "func act() {}"),
  MisuseRow(
    "var range = 0..<10", in: .viewState, JSONFormMisuse.range, at: "0..<10", fixed: "@Hidden var range = 0..<10"),
  MisuseRow(
    "var range = 0...9 + 1", in: .viewState, JSONFormMisuse.range, at: "0...9 + 1",
    fixed: "@Hidden var range = 0...9 + 1"),
  MisuseRow(
    "let range: [ClosedRange<Int>] = []", in: .viewState, JSONFormMisuse.range, at: "ClosedRange<Int>",
    fixed: "@Hidden let range: [ClosedRange<Int>] = []"),
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
    "@Published private(set) var a = 1", in: .observed, ObservationMisuse.publishedProperty, at: "@Published",
    fixed: "private(set) var a = 1"),
  MisuseRow(
    "@Combine.Published var a = 1", in: .observed, ObservationMisuse.publishedProperty, at: "@Combine.Published",
    fixed: "var a = 1"),
  MisuseRow(
    #"@AppStorage("a") private(set) var a = 1"#, in: .observed, ObservationMisuse.propertyWrapper,
    at: #"@AppStorage("a")"#, fixed: #"@ObservationIgnored @AppStorage("a") private(set) var a = 1"#),
  MisuseRow(
    "@Library.Clamped(0...9) var a: Int", in: .observed, ObservationMisuse.propertyWrapper,
    at: "@Library.Clamped(0...9)", fixed: "@ObservationIgnored @Library.Clamped(0...9) var a: Int"),

  // Members of view states
  MisuseRow(
    "@Action func act() throws {}", in: .viewState, ViewStateMisuse.actionThrows, at: "@Action func act() throws {}",
    fixed: "@Action func act() {}", "func act() throws {}"),
  MisuseRow(
    "@Action func act() async throws {}", in: .viewState, ViewStateMisuse.actionThrows,
    at: "@Action func act() async throws {}", fixed: "@Action func act() async {}", "func act() async throws {}"),
  MisuseRow(
    "@Action func act() throws(Fault) -> Effect {}", in: .viewState, ViewStateMisuse.actionThrows,
    at: "@Action func act() throws(Fault) -> Effect {}", fixed: "@Action func act() -> Effect {}",
    "func act() throws(Fault) -> Effect {}"),
  MisuseRow(
    "@Action func act() -> Int { 0 }", in: .viewState, ViewStateMisuse.actionReturnsValue,
    at: "@Action func act() -> Int { 0 }", fixed: "@Action func act() { 0 }", "func act() -> Int { 0 }"),
  MisuseRow(
    "@Action func act() async -> Bool { true }", in: .viewState, ViewStateMisuse.actionReturnsValue,
    at: "@Action func act() async -> Bool { true }", fixed: "@Action func act() async { true }",
    "func act() async -> Bool { true }"),
  MisuseRow(
    "@Action func act() -> Effect? { nil }", in: .viewState, ViewStateMisuse.actionReturnsValue,
    at: "@Action func act() -> Effect? { nil }", fixed: "@Action func act() { nil }", "func act() -> Effect? { nil }"),
  MisuseRow(
    "@Action func act() async -> Effect {}", in: .viewState, ViewStateMisuse.actionAsyncEffect,
    at: "@Action func act() async -> Effect {}", fixed: "@Action func act() -> Effect {}"),
  MisuseRow(
    "@Action private func act() {}", in: .viewState, ViewStateMisuse.actionHidden, at: "@Action private func act() {}",
    fixed: "@Action func act() {}", "private func act() {}"),
  MisuseRow(
    "@Action fileprivate func act() {}", in: .viewState, ViewStateMisuse.actionHidden,
    at: "@Action fileprivate func act() {}", fixed: "@Action func act() {}", "fileprivate func act() {}"),
  MisuseRow(
    "@Action static func act() {}", in: .viewState, ViewStateMisuse.actionHidden, at: "@Action static func act() {}",
    fixed: "@Action func act() {}", "static func act() {}"),
  MisuseRow(
    "@Action class func act() {}", in: .viewState, ViewStateMisuse.actionHidden, at: "@Action class func act() {}",
    fixed: "@Action func act() {}", "class func act() {}"),
  MisuseRow(
    "@Action func act<Value>(value: Value) {}", in: .viewState, ViewStateMisuse.actionGeneric,
    at: "@Action func act<Value>(value: Value) {}", fixed: "func act<Value>(value: Value) {}"),
  MisuseRow(
    "@Action func initialize() {}", in: .viewState, ViewStateMisuse.actionNameReserved,
    at: "@Action func initialize() {}", fixed: "func initialize() {}"),
  MisuseRow(
    "@Action func initialized() {}", in: .viewState, ViewStateMisuse.actionNameReserved,
    at: "@Action func initialized() {}", fixed: "func initialized() {}"),
  MisuseRow(
    "@Action func shutdown() {}", in: .viewState, ViewStateMisuse.actionNameReserved, at: "@Action func shutdown() {}",
    fixed: "func shutdown() {}"),
  MisuseRow(
    "@Action func exit() {}", in: .viewState, ViewStateMisuse.actionNameReserved, at: "@Action func exit() {}",
    fixed: "func exit() {}"),
  MisuseRow(
    "@WriteOnly let password: String", in: .viewState, ViewStateMisuse.unsettable,
    at: "@WriteOnly let password: String", fixed: "@WriteOnly var password: String", "let password: String"),
  MisuseRow(
    #"@WriteOnly private(set) var password = """#, in: .viewState, ViewStateMisuse.unsettable,
    at: #"@WriteOnly private(set) var password = """#, fixed: #"@WriteOnly var password = """#,
    #"private(set) var password = """#),
  MisuseRow(
    #"@WriteOnly var password: String { "" }"#, in: .viewState, ViewStateMisuse.unsettable,
    at: #"@WriteOnly var password: String { "" }"#, fixed: #"var password: String { "" }"#),
  MisuseRow(
    "var value: Int { get async { 0 } }", in: .viewState, ViewStateMisuse.getterEffects,
    at: "var value: Int { get async { 0 } }", fixed: "@Hidden var value: Int { get async { 0 } }"),
  MisuseRow(
    "var value: Int { get throws { 0 } }", in: .viewState, ViewStateMisuse.getterEffects,
    at: "var value: Int { get throws { 0 } }", fixed: "@Hidden var value: Int { get throws { 0 } }"),
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
    "@Action func act(value: inout Int) {}", in: .viewState, ViewStateMisuse.argumentPassing, at: "value: inout Int",
    fixed: "@Action func act(value: Int) {}"),
  MisuseRow(
    "@Action func act(values: Int...) {}", in: .viewState, ViewStateMisuse.argumentPassing, at: "values: Int...",
    fixed: "@Action func act(values: [Int]) {}"),
  MisuseRow("@Title(text) var value = 0", in: .viewState, ViewStateMisuse.hintNotLiteral, at: "text"),
  MisuseRow(#"@Title("") var value = 0"#, in: .viewState, ViewStateMisuse.hintNotLiteral, at: #""""#),
  MisuseRow(
    "@Busy(when: State.loading) var value = 0", in: .viewState, ViewStateMisuse.hintNotLiteral, at: "State.loading"),
  MisuseRow(#"@Filters(name) var value = """#, in: .viewState, ViewStateMisuse.hintNotLiteral, at: "name"),
  MisuseRow("@Opens(page) var value = false", in: .viewState, ViewStateMisuse.hintNotLiteral, at: "page"),
  MisuseRow(
    #"@Opens("page", with: parameters) var value = false"#, in: .viewState, ViewStateMisuse.hintNotLiteral,
    at: "parameters"),
  MisuseRow(
    "@Busy private var value = false", in: .viewState, ViewStateMisuse.hintInside, at: "@Busy",
    fixed: "private var value = false"),
  MisuseRow(
    #"@Title("Value") static var value = false"#, in: .viewState, ViewStateMisuse.hintInside, at: #"@Title("Value")"#,
    fixed: "static var value = false"),
  MisuseRow(
    "@Busy @Hidden var value = false", in: .viewState, ViewStateMisuse.hintInside, at: "@Busy",
    fixed: "@Hidden var value = false"),
  MisuseRow(
    #"@Opens("page") @ObservationIgnored var value = false"#, in: .viewState, ViewStateMisuse.hintInside,
    at: #"@Opens("page")"#, fixed: "@ObservationIgnored var value = false"),
  MisuseRow(
    "@ErrorMessage @Busy var message: String?", in: .viewState, ViewStateMisuse.severalRoles,
    at: "@ErrorMessage @Busy var message: String?", fixed: "@Busy var message: String?",
    "@ErrorMessage var message: String?"),
  MisuseRow(#"@Filters("rows") var keyword = """#, in: .viewState, ViewStateMisuse.referenceUnknown, at: #""rows""#),
  MisuseRow(#"@Submits("send") var draft = """#, in: .viewState, ViewStateMisuse.actionUnknown, at: #""send""#),
  MisuseRow("@Submits(action) var draft = 0", in: .viewState, ViewStateMisuse.hintNotLiteral, at: "action"),
  MisuseRow(
    #"@Busy(cancelledBy: "stop") var value = 0"#, in: .viewState, ViewStateMisuse.actionUnknown, at: #""stop""#),
  MisuseRow(
    #"@ScrollsFromEnd(target: "other", member: "id") var rows: [Row] = []"#, in: .viewState,
    ViewStateMisuse.referenceUnknown, at: #""other""#),
  MisuseRow("@Subtitle(member: name) var value = 0", in: .viewState, ViewStateMisuse.hintNotLiteral, at: "name"),
  MisuseRow(
    "@Subtitle let a: Int; @Subtitle let b: Int", in: .viewState, ViewStateMisuse.secondSubtitle, at: "@Subtitle",
    fixed: "@Subtitle let a: Int; let b: Int"),
  MisuseRow(
    "@Priority(1) var value = 0", in: .viewState, ViewStateMisuse.priorityOfProperty, at: "@Priority(1)",
    fixed: "var value = 0"),
  MisuseRow(
    "@Shown(.never) @Shown(.whenTrue) var value = false", in: .viewState, ViewStateMisuse.hintTwice,
    at: "@Shown(.whenTrue)", fixed: "@Shown(.never) var value = false"),
  MisuseRow(
    "@Shown(.never) private var value = 0", in: .viewState, ViewStateMisuse.hintInside, at: "@Shown(.never)",
    fixed: "private var value = 0"),
  MisuseRow(
    #"@Action(.empties("draft")) func act() {}"#, in: .viewState, ViewStateMisuse.referenceUnknown, at: #""draft""#),
  MisuseRow("@Action(.empties(name)) func act() {}", in: .viewState, ViewStateMisuse.hintNotLiteral, at: "name"),
  MisuseRow(
    "@Action(.notCancellable, .notCancellable) func act() {}", in: .viewState, ViewStateMisuse.hintTwice,
    at: ".notCancellable", fixed: "@Action(.notCancellable) func act() {}"),
  MisuseRow(
    "@Submits @Action func act() {}", in: .viewState, ViewStateMisuse.hintOnMethod, at: "@Submits",
    fixed: "@Action func act() {}"),
  MisuseRow(
    #"@JSONCodable enum Value: String { @Title("A") case a, b }"#, JSONCodableMisuse.titleOfSeveralCases,
    at: #"@Title("A")"#),
  MisuseRow(
    #"@JSONCodable enum Value { @Title("A") case a(Int) }"#, JSONCodableMisuse.titleOfPayload, at: #"@Title("A")"#,
    fixed: "@JSONCodable enum Value { case a(Int) }"),
  MisuseRow(
    "@Action var value = 0", in: .viewState, ViewStateMisuse.actionOnProperty, at: "@Action", fixed: "var value = 0"),
  MisuseRow(
    #"@Action("Value", .onAppear) var value = 0"#, in: .viewState, ViewStateMisuse.actionOnProperty,
    at: #"@Action("Value", .onAppear)"#, fixed: "var value = 0"),
  MisuseRow(
    "@Action private let value = 0", in: .viewState, ViewStateMisuse.actionOnProperty, at: "@Action",
    fixed: "private let value = 0"),
  MisuseRow(
    #"@WriteOnly private var secret = """#, in: .viewState, ViewStateMisuse.hintInside, at: "@WriteOnly",
    fixed: #"private var secret = """#),
  MisuseRow(
    "@Settable static var isOpen = false", in: .viewState, ViewStateMisuse.hintInside, at: "@Settable",
    fixed: "static var isOpen = false"),
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
    #"@Action(.argument("key")) func act(id: Int) {}"#, in: .viewState, ViewStateMisuse.argumentUnknown, at: #""key""#,
    fixed: #"@Action(.argument("id")) func act(id: Int) {}"#),
  MisuseRow(
    #"@Action(.argument("id")) func act(_ key: Int) {}"#, in: .viewState, ViewStateMisuse.argumentUnknown,
    at: #""id""#, fixed: #"@Action(.argument("key")) func act(_ key: Int) {}"#),
  MisuseRow(
    #"@Action(.argument("id")) func act(key id: Int) {}"#, in: .viewState, ViewStateMisuse.argumentUnknown,
    at: #""id""#, fixed: #"@Action(.argument("key")) func act(key id: Int) {}"#),
  MisuseRow(
    ##"@Action(.argument("id"), .argument(#"id"#)) func act(id: Int) {}"##, in: .viewState, ViewStateMisuse.hintTwice,
    at: ##"#"id"#"##, fixed: #"@Action(.argument("id")) func act(id: Int) {}"#),
  MisuseRow(
    "@Action(.onAppear, .onAppear) func act() {}", in: .viewState, ViewStateMisuse.hintTwice, at: ".onAppear",
    fixed: "@Action(.onAppear) func act() {}"),
  MisuseRow(
    #"@Action(.opens("a"), .opens("b")) func act() {}"#, in: .viewState, ViewStateMisuse.hintTwice,
    at: #".opens("b")"#, fixed: #"@Action(.opens("a")) func act() {}"#),
  MisuseRow(
    #"@Action @Action("Act") func act() {}"#, in: .viewState, ViewStateMisuse.secondAction, at: #"@Action("Act")"#,
    fixed: "@Action func act() {}"),
  MisuseRow(
    #"@Action(.argument("id", from: "rows")) func act(id: Int) {}"#, in: .viewState, ViewStateMisuse.referenceUnknown,
    at: #""rows""#),
  MisuseRow(
    #"@Action(.argument("id", member: "id")) func act(id: Int) {}"#, in: .viewState,
    ViewStateMisuse.memberWithoutProperty, at: #""id""#),
  MisuseRow(
    #"@Title("Act") @Action func act() {}"#, in: .viewState, ViewStateMisuse.hintOnMethod, at: #"@Title("Act")"#,
    fixed: "@Action func act() {}"),
  MisuseRow(
    #"@Action @Opens("page") func act() {}"#, in: .viewState, ViewStateMisuse.hintOnMethod, at: #"@Opens("page")"#,
    fixed: "@Action func act() {}"),
  MisuseRow(
    "@Busy @Action func act() {}", in: .viewState, ViewStateMisuse.hintOnMethod, at: "@Busy",
    fixed: "@Action func act() {}"),
  MisuseRow(
    #"@Title("Act") func act() {}"#, in: .viewState, ViewStateMisuse.hintOnMethod, at: #"@Title("Act")"#,
    fixed: "func act() {}"),
  MisuseRow(
    """
    @Action func act() {}
      @Action func act(again: Int) {}
      func act(inside: Int) {}
    """, in: .viewState,
    ViewStateMisuse.actionNameTaken, at: "@Action func act(again: Int) {}",
    fixed: """
      @Action func act() {}
        func act(again: Int) {}
        func act(inside: Int) {}
      """),
  MisuseRow(
    """
    @Action(.onAppear) func load(id: Int?, by: Int = 1) {}
      @Action(.onAppear) func reload() {}
    """, in: .viewState,
    ViewStateMisuse.secondOnAppear, at: "@Action(.onAppear) func reload() {}",
    fixed: """
      @Action(.onAppear) func load(id: Int?, by: Int = 1) {}
        @Action() func reload() {}
      """),
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
  MisuseRow(
    """
    let one = SVVS.EffectScope()
      private let number = 1, two = EffectScope.init()
    """, in: .viewState,
    ViewStateMisuse.secondEffectScope, at: "private let number = 1, two = EffectScope.init()"),
  MisuseRow(
    "let one, two: ScopeLifetime", in: .viewState, ViewStateMisuse.secondLifetime, at: "let one, two: ScopeLifetime"),
  MisuseRow(
    "#if DEBUG\n    private let effects = EffectScope()\n  #endif", in: .viewState,
    ViewStateMisuse.connectedInsideCondition, at: "private let effects = EffectScope()"),
  MisuseRow(
    "#if DEBUG\n    private var login: Optional<ScopeLifetime>\n  #endif", in: .viewState,
    ViewStateMisuse.connectedInsideCondition, at: "private var login: Optional<ScopeLifetime>"),
  MisuseRow(
    "@WriteOnly func act() {}", in: .viewState, ViewStateMisuse.hintOnMethod, at: "@WriteOnly", fixed: "func act() {}"),
  MisuseRow(
    "@Action @Settable func act() {}", in: .viewState, ViewStateMisuse.hintOnMethod, at: "@Settable",
    fixed: "@Action func act() {}"),
  MisuseRow(
    "@Action @Hidden func act() {}", in: .viewState, ViewStateMisuse.actionHidden, at: "@Action @Hidden func act() {}",
    fixed: "@Action func act() {}", "@Hidden func act() {}"),
  MisuseRow(
    "@Action func act(x: Int, x y: Int) {}", in: .viewState, ViewStateMisuse.argumentNameTaken, at: "x y: Int",
    fixed: "@Action func act(x: Int, y: Int) {}"),
  MisuseRow("@Action func act(x: Int, _ x: Int) {}", in: .viewState, ViewStateMisuse.argumentNameTaken, at: "_ x: Int"),
  MisuseRow("@Action func act(a: (Int, Int)) {}", in: .viewState, JSONFormMisuse.tuple, at: "(Int, Int)"),
  MisuseRow(
    "@Action func act(a: Int, then: @escaping () -> Void = {}) {}", in: .viewState, JSONFormMisuse.function,
    at: "() -> Void"),
  MisuseRow("@Action func act(a: Any?) {}", in: .viewState, JSONFormMisuse.existential, at: "Any"),
  MisuseRow("@Action func act(a: Set<AnyObject>) {}", in: .viewState, JSONFormMisuse.existential, at: "AnyObject"),
  MisuseRow(
    "var a: (Int, Int) = (1, 2)", in: .viewState, JSONFormMisuse.tuple, at: "(Int, Int)",
    fixed: "@Hidden var a: (Int, Int) = (1, 2)"),
  MisuseRow(
    "let a = (1, b: 2)", in: .viewState, JSONFormMisuse.tuple, at: "(1, b: 2)", fixed: "@Hidden let a = (1, b: 2)"),
  MisuseRow(
    "let a: (@Sendable (Int) -> Int)?", in: .viewState, JSONFormMisuse.function, at: "(Int) -> Int",
    fixed: "@Hidden let a: (@Sendable (Int) -> Int)?"),
  MisuseRow("var a = { 1 }", in: .viewState, JSONFormMisuse.function, at: "{ 1 }", fixed: "@Hidden var a = { 1 }"),
  MisuseRow(
    "var a: [Int: any Error] = [:]", in: .viewState, JSONFormMisuse.existential, at: "any Error",
    fixed: "@Hidden var a: [Int: any Error] = [:]"),
  MisuseRow(
    #"@Settable let name = """#, in: .viewState, ViewStateMisuse.unsettable, at: #"@Settable let name = """#,
    fixed: #"@Settable var name = """#, #"let name = """#),
  MisuseRow(
    #"@Settable private(set) var name = """#, in: .viewState, ViewStateMisuse.unsettable,
    at: #"@Settable private(set) var name = """#, fixed: #"@Settable var name = """#, #"private(set) var name = """#),
  MisuseRow(
    """
    #if DEBUG
        @Action func act() {}
      #endif
    """, in: .viewState,
    ViewStateMisuse.insideCondition, at: "@Action func act() {}",
    fixed: """
      #if DEBUG
          func act() {}
        #endif
      """),
  MisuseRow(
    """
    #if DEBUG
        private var b = 1
      #else
        #if os(Linux)
          let a = 1
        #endif
      #endif
    """, in: .viewState,
    ViewStateMisuse.insideCondition, at: "let a = 1",
    fixed: """
      #if DEBUG
          private var b = 1
        #else
          #if os(Linux)
            @Hidden let a = 1
          #endif
        #endif
      """),

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
  MisuseRow("@Busy init() {}", in: .viewState, ViewStateMisuse.hintOnMethod, at: "@Busy", fixed: "init() {}"),

  // All methods as actions
  MisuseRow(
    #"@ViewState("a", actions: .all) @Observable final class State { func a() {}; func a(b: Int) {} }"#,
    ViewStateMisuse.actionNameTaken, at: "func a(b: Int) {}",
    fixed: #"@ViewState("a", actions: .all) @Observable final class State { func a() {}; @Hidden func a(b: Int) {} }"#),
  MisuseRow(
    """
    @ViewState("a", actions: .all) @Observable final class State {
      #if DEBUG
        func a() {}
      #endif
    }
    """,
    ViewStateMisuse.insideCondition, at: "func a() {}",
    fixed: """
      @ViewState("a", actions: .all) @Observable final class State {
        #if DEBUG
          @Hidden func a() {}
        #endif
      }
      """),
  MisuseRow(
    #"@ViewState("a", actions: .all) @Observable final class State { @Action func a() throws {} }"#,
    ViewStateMisuse.actionThrows, at: "@Action func a() throws {}",
    fixed: #"@ViewState("a", actions: .all) @Observable final class State { @Action func a() {} }"#,
    #"@ViewState("a", actions: .all) @Observable final class State { func a() throws {} }"#),

  // Warnings
  MisuseRow(
    #"var password = """#, in: .viewState, ViewStateWarning.secret, at: #"var password = """#,
    fixed: #"@WriteOnly var password = """#, #"@Settable var password = """#),
  MisuseRow(
    "public var accessToken: String?", in: .viewState, ViewStateWarning.secret, at: "public var accessToken: String?",
    fixed: "@WriteOnly public var accessToken: String?", "@Settable public var accessToken: String?"),
  MisuseRow(
    #"var clientSecret = "" { didSet {} }"#, in: .viewState, ViewStateWarning.secret,
    at: #"var clientSecret = "" { didSet {} }"#, fixed: #"@WriteOnly var clientSecret = "" { didSet {} }"#,
    #"@Settable var clientSecret = "" { didSet {} }"#),
  MisuseRow(
    #"@Title("Key") var apiKey = """#, in: .viewState, ViewStateWarning.secret, at: #"@Title("Key") var apiKey = """#,
    fixed: #"@WriteOnly @Title("Key") var apiKey = """#, #"@Settable @Title("Key") var apiKey = """#),
  MisuseRow(
    #"var userAPIKey = """#, in: .viewState, ViewStateWarning.secret, at: #"var userAPIKey = """#,
    fixed: #"@WriteOnly var userAPIKey = """#, #"@Settable var userAPIKey = """#),
  MisuseRow(
    "var access_token: String", in: .viewState, ViewStateWarning.secret, at: "var access_token: String",
    fixed: "@WriteOnly var access_token: String", "@Settable var access_token: String"),
  MisuseRow(
    #"var key = """#, in: .viewState, ViewStateWarning.secret, at: #"var key = """#,
    fixed: #"@WriteOnly var key = """#, #"@Settable var key = """#),
  MisuseRow(
    "var isLoading = false", in: .viewState, ViewStateWarning.settable, at: "var isLoading = false",
    fixed: "private(set) var isLoading = false", "@Settable var isLoading = false"),
  MisuseRow(
    "public var isEmpty: Bool", in: .viewState, ViewStateWarning.settable, at: "public var isEmpty: Bool",
    fixed: "public private(set) var isEmpty: Bool", "@Settable public var isEmpty: Bool"),
  MisuseRow(
    "@ErrorMessage var errorMessage: String?", in: .viewState, ViewStateWarning.settable,
    at: "@ErrorMessage var errorMessage: String?", fixed: "@ErrorMessage private(set) var errorMessage: String?",
    "@Settable @ErrorMessage var errorMessage: String?"),
  MisuseRow(
    "@Action func act() { Task { await load() } }", in: .viewState, ViewStateWarning.unawaitedTask, at: "Task",
    fixed: "@Action func act() { _ = Task { await load() } }"),
  MisuseRow(
    "@Action func act() { if a { Task(priority: .low) { await load() } } }", in: .viewState,
    ViewStateWarning.unawaitedTask, at: "Task",
    fixed: "@Action func act() { if a { _ = Task(priority: .low) { await load() } } }"),
  MisuseRow(
    "@Action func act() async { Task.detached { await load() } }", in: .viewState, ViewStateWarning.unawaitedTask,
    at: "Task.detached", fixed: "@Action func act() async { _ = Task.detached { await load() } }"),
]
