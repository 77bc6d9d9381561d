import MacroSupport

@testable import JSONMacros
@testable import SVVSMacros

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

  private static func viewState(_ member: String, _ start: String) -> String {
    "\(start)\n@MainActor @ViewState(\"a\") final class State$ {\n\(member)\n}"
  }
}

/// Typical mistakes of authors. The other table lists what the macros report about each kind of mistake, with all
/// fix-its.
let compiledMisuseTable: [CompiledMisuse] = [
  .file(#"@MainActor @ViewState("a") class State$ { var count = 1 }"#, ViewStateMisuse.viewStateOnOtherThanClass),
  .file(#"@MainActor @ViewState("a") struct State$ { var count = 1 }"#, ViewStateMisuse.viewStateOnOtherThanClass),
  .file(
    #"""
    @ViewState("a") final class State$ {
      var count = 1
      @Action func add() { count += 1 }
    }
    """#, .misleading,
    "default initializer for 'State$' cannot be both nonisolated and main actor-isolated",
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
    """#, .misleading,
    "'extension' macro cannot be attached to extension (extension of 'State$')"),
  .file(
    "@MainActor final class State$: ViewState { var count = 1 }", .misleading,
    "type 'State$' does not conform to protocol 'ViewState'"),
  .file(
    #"""
    @MainActor class Base$ { var count = 1 }
    @MainActor @ViewState("a") final class State$: Base$ { var title = "" }
    """#, .silent),
  .file(
    #"@ViewState("a") func state$() {}"#, .misleading,
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
  .inViewState(
    "private(set) var range = 0..<10", .misleading,
    "generic parameter 'Element' could not be inferred",
    "cannot convert value of type 'Range<Int>' to expected argument type 'ObservableArray<Element>'"),
  .inViewState(
    "private(set) var rows: [Key$: Int] = [:]", after: "@JSONCodable struct Key$: Hashable { let id: Int }",
    .misleading,
    "global function '_theTypeMustBeMarkedJSONCodable(value:)' requires that 'Key$' conform to"),
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
  .inViewState("@Action func load() throws {}", ViewStateMisuse.actionThrows),
  .inViewState("@Action func load() -> Int { 1 }", ViewStateMisuse.actionReturnsValue),
  .inViewState("@Action func load() async -> Effect { .none }", ViewStateMisuse.actionAsyncEffect),
  .inViewState("@Action private func load() {}", ViewStateMisuse.actionHidden),
  .inViewState("@Action func load<Value: JSONCodable>(value: Value) {}", ViewStateMisuse.actionGeneric),
  .inViewState(
    #"""
    @Action func load(id: Int) {}
    @Action func load(name: String) {}
    """#, ViewStateMisuse.actionNameTaken),
  .inViewState("@Action func load(id: inout Int) {}", ViewStateMisuse.argumentPassing),
  .inViewState(
    "@Action func load(row: Row$) {}", after: "struct Row$ { var id = 1 }", .good,
    "global function '_theTypeMustBeMarkedJSONCodable(argument:)' requires that 'Row$' conform to"),
  .inViewState("@Action func load(done: @escaping () -> Void) {}", JSONFormMisuse.function),
  .inViewState(
    "@Action func load(item: Item$) {}", after: "@MainActor @Observable @JSONCodable final class Item$ { var id = 1 }",
    .good,
    "'init(_:_:isRequired:)' is unavailable: front ends cannot pass an object: pass the arguments"),
  .inViewState("@Action func load(x: Int, x y: Int) {}", ViewStateMisuse.argumentNameTaken),
  .inViewState("@Action func exit() {}", ViewStateMisuse.actionNameReserved),
  .inViewState("@Action func load(view: Int) {}", ViewStateMisuse.argumentReserved),
  .file(
    #"""
    @MainActor @ViewState("a") final class State$ {
      var count = 1
    }
    extension State$ { @Action func add() { count += 1 } }
    """#, ViewStateMisuse.markerInExtension),
  .file("@MainActor final class State$ { @Action func load() {} }", ViewStateMisuse.markerOutside),
  .inViewState("@Action var count = 1", ViewStateMisuse.actionOnProperty),
  .inViewState("@Action init() {}", ViewStateMisuse.actionOnOtherThanMethod),
  .inViewState("@Action func load() { Task { await Task.yield() } }", ViewStateWarning.unawaitedTask),
  .inViewState("@Busy @ErrorMessage var message: String?", ViewStateMisuse.severalRoles),
  .inViewState(
    #"""
    private(set) var rows: [Int] = []
    @Filters("rowz") var keyword = ""
    """#, ViewStateMisuse.referenceUnknown),
  .inViewState(#"@Action(.argument("idd")) func load(id: Int) {}"#, ViewStateMisuse.argumentUnknown),
  .inViewState(
    #"@Title("Load") @Action func load() {}"#, .good,
    "this attribute must be attached to a property: write hints about a method in @Action, as"),
  .inViewState(
    #"""
    @Action(.onAppear) func load() {}
    @Action(.onAppear) func reload() {}
    """#, ViewStateMisuse.secondOnAppear),
  .file("@MainActor @Store final class Facts$ { @Busy var isBusy = false }", ViewStateMisuse.markerOutside),
  .file("@JSONCodable class Row$ { let id = 1 }", JSONCodableMisuse.codableOnOther),
  .inViewState(
    "private(set) var kind = Kind$.a", after: "@JSONCodable enum Kind$ { case a, b }",
    JSONCodableMisuse.enumWithoutRawValues),
  .file(
    #"""
    struct Part$ { let id: Int }
    @JSONCodable struct Row$ { let part: Part$ }
    """#, .good,
    "global function '_theTypeMustBeMarkedJSONCodable' requires that 'Part$' conform to"),
  .inViewState(
    "private(set) var rows: [Row$] = []", after: "@JSONCodable struct Row$ { let place: (Int, Int) }",
    JSONFormMisuse.tuple),
  .file("@JSONCodable struct Row$ { let id: Int; private let secret: Int }", JSONCodableMisuse.hiddenWithoutValue),
  .file(#"@JSONCodable struct Row$ { let a: Int; @JSONName("a") let b: Int }"#, JSONCodableMisuse.keyTaken),
  .file(
    #"""
    @JSONCodable struct Row$ {
      let a: Int
      #if DEBUG
      var b = 1
      #endif
    }
    """#, JSONCodableMisuse.insideCondition),
  .file(
    #"@JSONCodable struct Row$ { let a: Int; @JSONName("c") var b: Int { a } }"#, JSONCodableMisuse.nameWithoutEffect),
  .file(
    #"""
    struct Row$ { let id: Int }
    @JSONCodable extension Row$ {}
    """#, .misleading,
    "'extension' macro cannot be attached to extension (extension of 'Row$')"),
  .file(
    #"""
    struct Row$ { let id: Int }
    extension Row$: JSONCodable {}
    """#, .misleading,
    "type 'Row$' does not conform to protocol 'JSONDecodable'",
    "type 'Row$' does not conform to protocol 'JSONEncodable'",
    "type 'Row$' does not conform to protocol 'JSONRepresentable'"),
  .file(
    #"""
    @MainActor @Observable @JSONCodable final class Item$ { var id = 1 }
    @JSONCodable struct Row$ { let item: Item$ }
    """#, .good,
    "'_theTypeMustBeMarkedJSONCodable' is unavailable: values of this type cannot be read from JSON:"),
  .file(
    #"""
    enum Outer$ {
      struct Part { var id = 1 }
      @JSONCodable struct Row { var part = Part() }
    }
    """#, .misleading,
    "global function '_theTypeMustBeMarkedJSONCodable' requires that 'Outer$.Part' conform to",
    "cannot find 'Part' in scope"),
  .file(
    "@JSONCodable struct Tree$ { let child: Tree$? }", .good,
    "value type 'Tree$' cannot have a stored property that recursively contains it"),
  .file("@MainActor @Store @Observable final class Facts$ { var count = 1 }", ObservationMisuse.storeWithObservable),
  .file(
    "@Store final class Facts$ { var count = 1 }", .misleading,
    "default initializer for 'Facts$' cannot be both nonisolated and main actor-isolated",
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
    .silent),
  .inViewState(
    #"""
    private let facts: Facts$
    init(facts: Facts$) { self.facts = facts }
    var count: Int { facts.count }
    """#, after: "@MainActor final class Facts$ { var count = 1 }", .silent),
]
