import MacroMessages

/// Sources that are not in the table of mistakes.
enum Sources {
  static let all = withSeveralMistakes.map(\.source) + notObserved + correct + withUnreportedMistakes

  /// The declarations that the other sources mention.
  static let names = """
    import SVVS

    struct Fault: Error {}
    @JSONCodable struct Row { let id: Int }
    @JSONCodable enum Phase: String { case a, b }
    struct State { static let loading = "loading" }
    let (name, text, title, page, action, rows) = ("a", "a", "a", "a", "a", "a")
    let parameters: KeyValuePairs = ["id": "id"]
    let hint: ActionHint = .onAppear
    let a = true
    func load() async {}
    @MainActor func onEnd(_ body: () -> Void) {}
    @propertyWrapper struct Published { var wrappedValue: Int }
    enum Combine { @propertyWrapper struct Published { var wrappedValue: Int } }
    @propertyWrapper struct AppStorage {
      var wrappedValue: Int
      init(wrappedValue: Int, _ key: String) { self.wrappedValue = wrappedValue }
    }
    enum Library {
      @propertyWrapper struct Clamped {
        var wrappedValue: Int
        init(_ range: ClosedRange<Int>) { wrappedValue = range.lowerBound }
      }
    }
    """

  static let withSeveralMistakes: [(source: String, misuses: [ViewStateMisuse])] = [
    (
      #"""
      @MainActor @ViewState("a") final class State$ {
        @WriteOnly let password: String
        private(set) var count = 0
        @Action func load() throws {}
        @Action func exit() {}
      }
      """#, [.unsettable, .actionThrows, .actionNameReserved]
    ),
    // Hints about hidden properties
    (
      #"""
      @MainActor @ViewState("a") final class State$ {
        private var rows: [Int] = []
        @WriteOnly var secrets: [Int] = []
        @Filters("rows") var keyword = ""
        @Action(.argument("id", from: "secrets")) func act(id: Int) {}
      }
      """#, [.referenceUnknown, .referenceUnknown]
    ),
  ]

  /// The properties that observation reports in the table, without observation by the macros.
  static let notObserved =
    MisuseRow.all.filter { $0.context == .observed }.flatMap { row in
      row.context.texts.map { start, end in "\(start)@ObservationIgnored \(row.source)\(end)" }
    } + [#"@MainActor @Observable @ViewState("a") final class State$ { nonisolated(unsafe) var a = 1 }"#]

  static let correct = members + forms + [whole]

  private static let members = [
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
    "nonisolated var value: Int { 1 }",
    "var message = \"\"",
    "var island = \"\"",
    "var keyword = \"\"",
    "var sortKey = \"\"",
    "var showsPassword = false",
    "@Action func act() { _ = Task { await load() } }",
    "private var task: Task<Void, Never>?\n  @Action func act() { task = Task { await load() } }",
    "@Action func act() { onEnd { Task { await load() } } }",
    "func act() { Task { await load() } }",
    "private var pair = (1, 2)",
    "@Hidden let act: () -> Void",
    "var value: (Int) = (1)",
    "private(set) var isDigit = 0...9 ~= 3",
    "private(set) var count = 0...9 ~= 3 ? 1 : 2",
    "var place: Range = .near\n  @JSONCodable enum Range: String { case near }",
    "func act(by value: Any) {}",
    "@Action func act(x y: Int, y x: Int) {}",
    "#if DEBUG\n    private var a = 1\n    @Hidden var b = 1\n    func act() {}\n  #endif",
  ].map { "@MainActor @ViewState(\"a\") final class State$ {\n  \($0)\n}" }

  /// Structs with a hidden property that has a value.
  private static let forms = [
    "private var b = 1", "private var b: Int?", "fileprivate let b: Int = 1", "private(set) var b: Int",
    "private static let b = 1", "private var b: Int { 1 }", "@Hidden var b = 1", "@Hidden var b: Int { 1 }",
    "var b = 1", "var b = 1; enum CodingKeys: CodingKey { case a }",
  ].map { "@JSONCodable struct Value$ { let a: Int; \($0) }" }

  private static let whole = """
    struct Ticket$: ~Copyable {}
    func ticket$() -> Ticket$ { Ticket$() }
    func note$() -> String? { nil }
    @JSONCodable enum Only$ { case only(count: Int = 1, name: String) }
    @JSONCodable struct Part$ { var id = 1 }
    @JSONCodable struct Row$ { let id: Int; var parts: [Part$] = []; @JSONName("part") var part: Part$? }
    @JSONCodable struct Page$<Item: Sendable>: Sendable { let items: [Item] }
    @JSONCodable enum Kind$ { case a(Row$), b }
    @JSONCodable final class Item$ { let kinds: [Kind$] = [] }
    @MainActor @ViewState("a") final class State$ {
      private let number = 1, effects = SVVS.EffectScope()
      private let ticket = ticket$(), note = note$(), notes = [note$()]
      var row = Row$(id: 1)
      let item = Item$()
      let rows = ObservableArray<Row$>()
      private(set) var page = Page$(items: [Part$()])
      @WriteOnly var secret: Part$?
      @Action func load(row: Row$, kind: Kind$ = .b) {}
    }
    """

  static let withUnreportedMistakes = [
    // The macro does not know whether `Base$` is a class or a protocol.
    #"""
    @MainActor class Base$ { var count = 1 }
    @MainActor @ViewState("a") final class State$: Base$ { var title = "" }
    """#,
    // The macro does not know whether the class that it names is observed. A debug build and `TestClient` report the
    // property after each call.
    #"""
    @MainActor final class Facts$ { var count = 1 }
    @MainActor @ViewState("a") final class State$ {
      private let facts: Facts$
      init(facts: Facts$) { self.facts = facts }
      var count: Int { facts.count }
    }
    """#,
  ]
}
