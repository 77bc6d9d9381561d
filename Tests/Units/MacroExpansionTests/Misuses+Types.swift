extension MisuseRow {
  /// Mistakes that only the types of declarations show, so that the compiler reports them and not a macro.
  static let ofTypes: [MisuseRow] = [
    // View states and stores
    MisuseRow(
      #"@ViewState("a") final class State$ { var count = 1; @Action func add() { count += 1 } }"#,
      says: "call to main actor-isolated static method 'theClassMustBeMarkedMainActor()' in a synchronous"),
    MisuseRow(
      "@Store final class Facts$ { var count = 1 }",
      says: "call to main actor-isolated static method 'theClassMustBeMarkedMainActor()' in a synchronous"),
    MisuseRow(
      "@MainActor final class State$: ViewState { var count = 1 }",
      says: "unavailable static property 'interface' was used to satisfy a requirement of protocol 'ViewState': attach",
      besides: ["type 'State$' does not conform to protocol 'ViewState'"]),
    MisuseRow(
      "private let effects = scope$()", in: .viewState,
      after: "@MainActor func scope$() -> EffectScope { EffectScope() }\n",
      says: "'_theTypeOfThisPropertyMustBeWritten' is deprecated: the scope is not connected to the view:"),
    MisuseRow(
      "private let login = lifetime$()", in: .viewState,
      after: "@MainActor func lifetime$() -> ScopeLifetime { StoreScope<Int>().lifetime }\n",
      says: "'_theTypeOfThisPropertyMustBeWritten' is deprecated: the end of this lifetime does not close the view:"),
    MisuseRow(
      "private let login = lifetime$()", in: .viewState,
      after: "@MainActor func lifetime$() -> ScopeLifetime? { nil }\n",
      says: "'_theTypeOfThisPropertyMustBeWritten' is deprecated: the end of this lifetime does not close the view:"),

    // Without the initializer that a macro declares, where its parameters are not known
    MisuseRow(
      "let (a, b): (Int, Int)", in: .viewState, says: "class 'State$' has no initializers"),
    MisuseRow(
      "#if os(Linux)\n    private let a: Int\n  #endif\n  private let b: Int", in: .viewState,
      says: "class 'State$' has no initializers"),
    MisuseRow(
      "#if DEBUG\n  #else\n    #if A\n      init() { b = 1 }\n    #endif\n  #endif\n  private let b: Int",
      in: .viewState,
      says: "class 'State$' has no initializers"),

    // Properties and arguments of types without a JSON form
    MisuseRow(
      "private(set) var rows: [Row$] = []", in: .viewState, after: "struct Row$ { var id = 1 }\n",
      says: "global function '_theTypeMustBeMarkedJSONCodable(value:)' requires that 'Row$' conform to"),
    MisuseRow(
      "var row = Row$()", in: .viewState, after: "struct Row$ { var id = 1 }\n",
      says: "global function '_theTypeMustBeMarkedJSONCodable(value:)' requires that 'Row$' conform to"),
    MisuseRow(
      "@WriteOnly var row = Row$()", in: .viewState, after: "struct Row$ { var id = 1 }\n",
      says: "global function '_theTypeMustBeMarkedJSONCodable(value:)' requires that 'Row$' conform to"),
    MisuseRow(
      "let rows = ObservableArray<Row$>()", in: .viewState, after: "struct Row$ { var id = 1 }\n",
      says: "global function '_theTypeMustBeMarkedJSONCodable(value:)' requires that 'Row$' conform to"),
    MisuseRow(
      "private(set) var item = Item$()", in: .viewState, after: "class Item$ { var id = 1 }\n",
      says: "global function '_theTypeMustBeMarkedJSONCodable(value:)' requires that 'Item$' conform to"),
    MisuseRow(
      "private(set) var rows: [Key$: Int] = [:]", in: .viewState,
      after: "@JSONCodable struct Key$: Hashable { let id: Int }\n",
      says: "'readOnly(_:description:hints:get:)' is unavailable: the type of this property has no JSON form:",
      besides: ["'_theTypeMustBeMarkedJSONCodable(value:)' is unavailable: the keys of a dictionary must be strings"]),
    MisuseRow(
      "var item = Item$()", in: .viewState,
      after: "@MainActor @Observable @JSONCodable final class Item$ { var id = 1 }\n",
      says: "'readWrite(_:description:hints:get:set:)' is unavailable: front ends cannot set an object:"),
    MisuseRow(
      "var rows = ObservableArray<Row$>()", in: .viewState, after: "@JSONCodable struct Row$ { let id: Int }\n",
      says: "'readWrite(_:description:hints:get:set:)' is unavailable: front ends cannot set an"),
    MisuseRow(
      "@Action func load(row: Row$) {}", in: .viewState, after: "struct Row$ { var id = 1 }\n",
      says: "global function '_theTypeMustBeMarkedJSONCodable(argument:)' requires that 'Row$' conform to"),
    MisuseRow(
      "@Action func load(item: Item$) {}", in: .viewState,
      after: "@MainActor @Observable @JSONCodable final class Item$ { var id = 1 }\n",
      says: "'init(_:_:isRequired:)' is unavailable: front ends cannot pass an object: pass the arguments"),

    // JSON forms
    MisuseRow(
      """
      struct Part$ { let id: Int }
      @JSONCodable struct Row$ { let part: Part$ }
      """, says: "global function '_theTypeMustBeMarkedJSONCodable' requires that 'Part$' conform to"),
    MisuseRow(
      """
      enum Outer$ {
        struct Part { var id = 1 }
        @JSONCodable struct Row { var part = Part() }
      }
      """, says: "global function '_theTypeMustBeMarkedJSONCodable' requires that 'Outer$.Part' conform to"),
    MisuseRow(
      """
      struct Row$ { let id: Int }
      extension Row$: JSONCodable {}
      """,
      says:
        "unavailable initializer 'init(json:)' was used to satisfy a requirement of protocol 'JSONDecodable': attach",
      besides: [
        "unavailable instance method 'encode(to:)' was used to satisfy a requirement of protocol 'JSONEncodable': attach",
        "unavailable static property 'jsonSchema' was used to satisfy a requirement of protocol 'JSONRepresentable': attach",
        "type 'Row$' does not conform to protocol 'JSONDecodable'",
        "type 'Row$' does not conform to protocol 'JSONEncodable'",
        "type 'Row$' does not conform to protocol 'JSONRepresentable'",
      ]),
    MisuseRow(
      """
      @MainActor @Observable @JSONCodable final class Item$ { var id = 1 }
      @JSONCodable struct Row$ { let item: Item$ }
      """, says: "'_theTypeMustBeMarkedJSONCodable' is unavailable: values of this type cannot be read from JSON:"),
    MisuseRow(
      """
      @JSONCodable struct Key$: Hashable { let id: Int }
      @JSONCodable struct Row$ { let counts: [Key$: Int] }
      """,
      says: "'init(_:_:isRequired:hints:description:)' is unavailable: the type of this member has no JSON form:",
      besides: ["'_theTypeMustBeMarkedJSONCodable' is unavailable: the keys of a dictionary must be strings"]),
    MisuseRow(
      "@JSONCodable struct Tree$ { let child: Tree$? }",
      says: "value type 'Tree$' cannot have a stored property that recursively contains it"),

    MisuseRow(
      """
      struct Part$ {}
      func read(json: JSONValue) throws(JSONDecodingError) -> (Part$, Part$?) {
        let part: Part$? = try json.decodeIfPresent("part")
        return (try json.decode("part"), part)
      }
      func write(part: Part$, to writer: inout JSONWriter) { writer.member("part", part) }
      let member$ = JSONSchema.Member("part", Part$.self)
      """,
      says: "'init(_:_:isRequired:hints:description:)' is unavailable: the type of this member has no JSON form: mark",
      besides: [
        "'decodeIfPresent' is unavailable: values of this type cannot be read from JSON: use a struct or an enum marked",
        "'decode(_:as:)' is unavailable: values of this type cannot be read from JSON: use a struct or an enum marked",
        "'member' is unavailable: values of this type cannot be written as JSON: mark the type @JSONCodable",
      ]),
  ]
}
