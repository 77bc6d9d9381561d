@testable import MacroExpansion

/// Mistakes in the declarations of actions, and in hints.
let misusesOfActions: [CompiledMisuse] = [
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
  .inViewState(#"@Action @Action("Load") func load() {}"#, ViewStateMisuse.secondAction),
  .inViewState("@Busy @Action func load() {}", ViewStateMisuse.hintOnMethod),
  .inViewState(#"@Submits("send") var draft = """#, ViewStateMisuse.actionUnknown),
  .inViewState(
    #"@Title(title$) var count = 1"#, after: #"let title$ = "Count""#, ViewStateMisuse.hintNotLiteral),
  .inViewState(#"@Title("Count") @Title("Number") var count = 1"#, ViewStateMisuse.hintTwice),
  .inViewState("@Priority(1) var count = 1", ViewStateMisuse.priorityOfProperty),
  .inViewState(
    #"""
    @Subtitle var name: String { "a" }
    @Subtitle var place: String { "b" }
    """#, ViewStateMisuse.secondSubtitle),
  .inViewState(
    #"@Action(.argument("id", member: "id")) func load(id: Int) {}"#, ViewStateMisuse.memberWithoutProperty),
]

/// Mistakes in the declarations of types with a JSON form.
let misusesOfForms: [CompiledMisuse] = [
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
    """#, .good,
    JSONCodableMisuse.codableOnOther.message,
    "'extension' macro cannot be attached to extension (extension of 'Row$')"),
  .file(
    #"""
    struct Row$ { let id: Int }
    extension Row$: JSONCodable {}
    """#, .good,
    "type 'Row$' does not conform to protocol 'JSONDecodable'",
    "unavailable initializer 'init(json:)' was used to satisfy a requirement of protocol 'JSONDecodable': attach",
    "type 'Row$' does not conform to protocol 'JSONEncodable'",
    "unavailable instance method 'encode(to:)' was used to satisfy a requirement of protocol 'JSONEncodable': attach",
    "type 'Row$' does not conform to protocol 'JSONRepresentable'",
    "unavailable static property 'jsonSchema' was used to satisfy a requirement of protocol 'JSONRepresentable': attach"
  ),
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
    """#, .good,
    "global function '_theTypeMustBeMarkedJSONCodable' requires that 'Outer$.Part' conform to"),
  .file(
    #"""
    @JSONCodable struct Key$: Hashable { let id: Int }
    @JSONCodable struct Row$ { let counts: [Key$: Int] }
    """#, .good,
    "'init(_:_:isRequired:hints:description:)' is unavailable: the type of this member has no JSON form:",
    "'_theTypeMustBeMarkedJSONCodable' is unavailable: the keys of a dictionary must be strings"),
  .file(
    "@JSONCodable struct Tree$ { let child: Tree$? }", .good,
    "value type 'Tree$' cannot have a stored property that recursively contains it"),
  .file("@JSONCodable struct Row$ { var (a, b) = (1, 2) }", JSONCodableMisuse.tuplePattern),
  .file(
    "@JSONCodable enum Kind$ { case a(Int), b; enum CodingKeys: CodingKey { case a } }",
    JSONCodableMisuse.caseWithoutCodingKey),
  .file(#"@JSONCodable enum Kind$: String { @Title("A") case a, b }"#, JSONCodableMisuse.titleOfSeveralCases),
  .file(#"@JSONCodable enum Kind$ { @Title("A") case a(Int) }"#, JSONCodableMisuse.titleOfPayload),
  .file(#"@JSONCodable struct Row$ { @JSONName("b") @JSONName("c") let a: Int }"#, JSONCodableMisuse.markerTwice),
  .file(#"@JSONCodable struct Row$ { @Title("A") var a: Int { 1 } }"#, JSONCodableMisuse.hintWithoutEffect),
  .file("@MainActor @Store final class Facts$ { @Hidden var count = 1 }", JSONCodableMisuse.hiddenWithoutEffect),
]
