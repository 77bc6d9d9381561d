@testable import MacroExpansion

/// A mistake of an author, and everything that the compiler reports about it.
struct CompiledMisuse {
  enum Verdict {
    /// All messages are true, and one of them says what to do.
    case good
    /// There are messages, but none of them says what to do, or one of them is false.
    case misleading
    /// Nothing is reported.
    case silent
  }

  /// The source file without its imports. Each `$` stands for the number of the row, because all rows are compiled as
  /// one module.
  let source: String
  let verdict: Verdict
  /// The beginnings of the messages, in order.
  let messages: [String]

  static func file(_ source: String, _ verdict: Verdict, _ messages: String...) -> CompiledMisuse {
    CompiledMisuse(source: source, verdict: verdict, messages: messages)
  }

  /// A mistake that only a macro reports.
  static func file(_ source: String, _ misuse: any Misuse) -> CompiledMisuse {
    CompiledMisuse(source: source, verdict: .good, messages: [misuse.message])
  }

  /// A mistake in a member of a view state, after other declarations.
  static func inViewState(
    _ member: String, after start: String = "", _ verdict: Verdict, _ messages: String...
  ) -> CompiledMisuse {
    CompiledMisuse(source: viewState(member, start), verdict: verdict, messages: messages)
  }

  /// A mistake in a member of a view state that only a macro reports.
  static func inViewState(_ member: String, after start: String = "", _ misuse: any Misuse) -> CompiledMisuse {
    file(viewState(member, start), misuse)
  }

  /// All messages of the macros.
  static let macroMessages = Set(
    messages(of: ViewStateMisuse.self) + messages(of: ViewStateWarning.self) + messages(of: ObservationMisuse.self)
      + messages(of: JSONCodableMisuse.self) + messages(of: JSONFormMisuse.self))

  private static func messages<Kind: Misuse>(of kind: Kind.Type) -> [String] { kind.allCases.map(\.message) }

  /// Whether a message says what to do: it is one of a macro, contains one of the library, or is one of the compiler
  /// about the language alone.
  static func saysWhatToDo(_ message: String) -> Bool {
    macroMessages.contains(message) || advice.contains { message.contains($0) }
  }

  /// Parts of messages of the compiler. The names and the texts after "is unavailable" are those of the library.
  private static let advice = [
    "'_theTypeMustBeMarkedJSONCodable' requires that", "'_theTypeMustBeMarkedJSONCodable(value:)' requires that",
    "'_theTypeMustBeMarkedJSONCodable(argument:)' requires that", "'theClassMustBeMarkedMainActor()'",
    "is unavailable: ", "is deprecated: ", "of protocol 'ViewState': attach @ViewState",
    "of protocol 'JSONDecodable': attach @JSONCodable",
    "cannot have a stored property that recursively contains it",
  ]

  private static func viewState(_ member: String, _ start: String) -> String {
    "\(start)\n@MainActor @ViewState(\"a\") final class State$ {\n\(member)\n}"
  }
}

/// Mistakes of authors: at least one for each message of the macros, and those that no macro finds. The other table
/// lists what the macros report about each kind of mistake, with all fix-its.
let compiledMisuseTable = misusesOfViewStates + misusesOfActions + misusesOfForms

/// Mistakes in the declarations of view states and stores.
private let misusesOfViewStates: [CompiledMisuse] = [
  .file(#"@MainActor @ViewState("a") class State$ { var count = 1 }"#, ViewStateMisuse.viewStateOnOtherThanClass),
  .file(#"@MainActor @ViewState("a") struct State$ { var count = 1 }"#, ViewStateMisuse.viewStateOnOtherThanClass),
  .file(
    #"""
    @ViewState("a") final class State$ {
      var count = 1
      @Action func add() { count += 1 }
    }
    """#, .good,
    "call to main actor-isolated static method 'theClassMustBeMarkedMainActor()' in a synchronous"),
  .file(
    "@MainActor @ViewState final class State$ { var count = 1 }", .good,
    #"the view type must be a string literal that is not empty, such as @ViewState("counter")"#),
  .file(
    #"""
    let name$ = "a"
    @MainActor @ViewState(name$) final class State$ { var count = 1 }
    """#, .good,
    #"the view type must be a string literal that is not empty, such as @ViewState("counter")"#),
  .file(
    #"@MainActor @Store @ViewState("a") final class State$ { var count = 1 }"#, ObservationMisuse.storeWithViewState),
  .file(
    #"""
    @MainActor @ViewState("a") extension State$ {}
    @MainActor final class State$ { var count = 1 }
    """#, .good,
    ViewStateMisuse.viewStateOnOtherThanClass.message,
    "'extension' macro cannot be attached to extension (extension of 'State$')"),
  .file(
    "@MainActor final class State$: ViewState { var count = 1 }", .good,
    "type 'State$' does not conform to protocol 'ViewState'",
    "unavailable static property 'interface' was used to satisfy a requirement of protocol 'ViewState': attach"),
  // The macro does not know whether `Base$` is a class or a protocol.
  .file(
    #"""
    @MainActor class Base$ { var count = 1 }
    @MainActor @ViewState("a") final class State$: Base$ { var title = "" }
    """#, .silent),
  .file(
    #"@ViewState("a") func state$() {}"#, .good,
    ViewStateMisuse.viewStateOnOtherThanClass.message,
    "'memberAttribute' macro cannot be attached to global function ('state$')",
    "'member' macro cannot be attached to global function ('state$')",
    "'extension' macro cannot be attached to global function ('state$')"),
  .inViewState(
    "private(set) var rows: [Row$] = []", after: "struct Row$ { var id = 1 }", .good,
    "global function '_theTypeMustBeMarkedJSONCodable(value:)' requires that 'Row$' conform to"),
  .inViewState(
    "var row = Row$()", after: "struct Row$ { var id = 1 }", .good,
    "global function '_theTypeMustBeMarkedJSONCodable(value:)' requires that 'Row$' conform to"),
  .inViewState(
    "@WriteOnly var row = Row$()", after: "struct Row$ { var id = 1 }", .good,
    "global function '_theTypeMustBeMarkedJSONCodable(value:)' requires that 'Row$' conform to"),
  .inViewState(
    "let rows = ObservableArray<Row$>()", after: "struct Row$ { var id = 1 }", .good,
    "global function '_theTypeMustBeMarkedJSONCodable(value:)' requires that 'Row$' conform to"),
  .inViewState("var places: [(Int, Int)] = []", JSONFormMisuse.tuple),
  .inViewState("var done: () -> Void = {}", JSONFormMisuse.function),
  .inViewState("var values: [String: Any] = [:]", JSONFormMisuse.existential),
  .inViewState("private(set) var range = 0..<10", JSONFormMisuse.range),
  .inViewState("private(set) var range: ClosedRange<Int> = 0...10", JSONFormMisuse.range),
  .inViewState(
    "private(set) var rows: [Key$: Int] = [:]", after: "@JSONCodable struct Key$: Hashable { let id: Int }",
    .good,
    "'readOnly(_:description:hints:get:)' is unavailable: the type of this property has no JSON form:",
    "'_theTypeMustBeMarkedJSONCodable(value:)' is unavailable: the keys of a dictionary must be strings"),
  .inViewState(
    "private(set) var item = Item$()", after: "class Item$ { var id = 1 }", .good,
    "global function '_theTypeMustBeMarkedJSONCodable(value:)' requires that 'Item$' conform to"),
  .inViewState(
    "var item = Item$()", after: "@MainActor @Observable @JSONCodable final class Item$ { var id = 1 }",
    .good,
    "'readWrite(_:description:hints:get:set:)' is unavailable: front ends cannot set an object:"),
  .inViewState(
    "var rows = ObservableArray<Row$>()", after: "@JSONCodable struct Row$ { let id: Int }", .good,
    "'readWrite(_:description:hints:get:set:)' is unavailable: front ends cannot set an"),
  .inViewState("private(set) var items: [any Item$] = []", after: "protocol Item$ {}", JSONFormMisuse.existential),
  .inViewState("var count: Int { get throws { 1 } }", ViewStateMisuse.getterEffects),
  .inViewState("var a = 1, b = 2", ObservationMisuse.severalProperties),
  .inViewState(
    #"""
    nonisolated var a: Int { 1 }
    nonisolated var b = 2
    """#, .good,
    ObservationMisuse.nonisolatedProperty.message,
    "'nonisolated' cannot be applied to mutable stored properties"),
  .inViewState(
    "@Clamped$ var count = 1", after: "@propertyWrapper struct Clamped$ { var wrappedValue: Int }",
    ObservationMisuse.propertyWrapper),
  .inViewState(
    "@Published var count = 1", .good,
    ObservationMisuse.publishedProperty.message,
    "unknown attribute 'Published'"),
  .inViewState(#"@WriteOnly let password: String = """#, ViewStateMisuse.unsettable),
  .inViewState(#"var password = """#, ViewStateWarning.secret),
  .inViewState(#"var userAPIKey = """#, ViewStateWarning.secret),
  .inViewState("var isLoading = false", ViewStateWarning.settable),
  .inViewState("var errorMessage: String?", ViewStateWarning.settable),
  .inViewState(
    #"""
    #if DEBUG
    var count = 1
    #endif
    """#, ViewStateMisuse.insideCondition),
  .inViewState("weak var owner: AnyObject?", JSONFormMisuse.existential),
  .inViewState(
    #"""
    let count: Int = 1
    @Title("Count") private var other = 1
    """#, ViewStateMisuse.hintInside),
  .file("@MainActor @Store @Observable final class Facts$ { var count = 1 }", ObservationMisuse.storeWithObservable),
  .file(
    "@Store final class Facts$ { var count = 1 }", .good,
    "call to main actor-isolated static method 'theClassMustBeMarkedMainActor()' in a synchronous"),
  .inViewState(
    #"""
    let one = EffectScope()
    let two = EffectScope()
    """#, ViewStateMisuse.secondEffectScope),
  .inViewState(
    #"""
    #if DEBUG
    private let effects = EffectScope()
    #endif
    """#, ViewStateMisuse.connectedInsideCondition),
  .inViewState(
    "private let effects = scope$()", after: "@MainActor func scope$() -> EffectScope { EffectScope() }",
    .good,
    "'_theTypeOfThisPropertyMustBeWritten' is deprecated: the scope is not connected to the view:"),
  .inViewState(
    "private let login = lifetime$()",
    after: "@MainActor func lifetime$() -> ScopeLifetime { StoreScope<Int>().lifetime }", .good,
    "'_theTypeOfThisPropertyMustBeWritten' is deprecated: the end of this lifetime does not close the view:"),
  .inViewState(
    "private let login = lifetime$()", after: "@MainActor func lifetime$() -> ScopeLifetime? { nil }",
    .good,
    "'_theTypeOfThisPropertyMustBeWritten' is deprecated: the end of this lifetime does not close the view:"),
  .inViewState(
    #"""
    private let login: ScopeLifetime
    private let room: ScopeLifetime?
    init(login: ScopeLifetime) { (self.login, room) = (login, nil) }
    """#, ViewStateMisuse.secondLifetime),
  .inViewState("var (a, b) = (1, 2)", ObservationMisuse.tuplePattern),
  .file("@MainActor @Store class Facts$ { var count = 1 }", ObservationMisuse.storeOnOtherThanClass),
  .file(
    "@MainActor @Store extension Facts$ {}; final class Facts$ {}", .good,
    ObservationMisuse.storeOnOtherThanClass.message,
    "'extension' macro cannot be attached to extension (extension of 'Facts$')"),
  // The macro does not know whether the class that it names is observed. A debug build and `TestClient` report the
  // property after each call.
  .inViewState(
    #"""
    private let facts: Facts$
    init(facts: Facts$) { self.facts = facts }
    var count: Int { facts.count }
    """#, after: "@MainActor final class Facts$ { var count = 1 }", .silent),
]
