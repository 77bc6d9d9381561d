import MacroMessages

extension MisuseRow {
  /// Mistakes in the properties and actions of view states.
  static let ofMembers: [MisuseRow] = [
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
      "@Action private func act() {}", in: .viewState, ViewStateMisuse.actionHidden,
      at: "@Action private func act() {}",
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
      "@Action func shutdown() {}", in: .viewState, ViewStateMisuse.actionNameReserved,
      at: "@Action func shutdown() {}",
      fixed: "func shutdown() {}"),
    MisuseRow(
      "@Action func exit() {}", in: .viewState, ViewStateMisuse.actionNameReserved, at: "@Action func exit() {}",
      fixed: "func exit() {}"),
    MisuseRow(
      "@Action func `rpc.discover`() {}", in: .viewState, ViewStateMisuse.actionNameReserved,
      at: "@Action func `rpc.discover`() {}", fixed: "func `rpc.discover`() {}"),
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
    MisuseRow(
      "@Busy @Notice var message: String?", in: .viewState, ViewStateMisuse.severalRoles,
      at: "@Busy @Notice var message: String?", fixed: "@Busy var message: String?", "@Notice var message: String?"),
    MisuseRow(
      "@Progress @ErrorMessage var done: Int?", in: .viewState, ViewStateMisuse.severalRoles,
      at: "@Progress @ErrorMessage var done: Int?", fixed: "@Progress var done: Int?", "@ErrorMessage var done: Int?"),
    MisuseRow(
      #"@Busy @Progress @Filters("x") var x: Int?"#, in: .viewState, ViewStateMisuse.severalRoles,
      at: #"@Busy @Progress @Filters("x") var x: Int?"#, fixed: "@Busy @Progress var x: Int?",
      #"@Busy @Filters("x") var x: Int?"#),
    MisuseRow(
      #"@ErrorMessage(for: "email") let text: String?"#, in: .viewState, ViewStateMisuse.referenceUnknown,
      at: #""email""#),
    MisuseRow(
      #"@ErrorMessage(for: name) let text: String?"#, in: .viewState, ViewStateMisuse.hintNotLiteral, at: "name"),
    MisuseRow(#"@Progress(of: "size") let done = 0"#, in: .viewState, ViewStateMisuse.referenceUnknown, at: #""size""#),
    MisuseRow(
      "@OpensFile(member: name) let rows: [Row] = []", in: .viewState, ViewStateMisuse.hintNotLiteral, at: "name"),
    MisuseRow(
      #"@Answered(by: "answer") let question: Question?"#, in: .viewState, ViewStateMisuse.actionUnknown,
      at: #""answer""#),
    MisuseRow("@Answered(by: action) let a: Question?", in: .viewState, ViewStateMisuse.hintNotLiteral, at: "action"),
    MisuseRow(
      """
      @Answered(by: "answer") let a: Question?
        @Answered(by: "answer") let b: Question?
        @Action func answer(_ choice: String, question id: String) {}
      """, in: .viewState, ViewStateMisuse.secondQuestion, at: #"@Answered(by: "answer")"#,
      fixed: """
        @Answered(by: "answer") let a: Question?
          let b: Question?
          @Action func answer(_ choice: String, question id: String) {}
        """),
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
      "@Action(.notCancellable, .notCancellable) func act() {}", in: .viewState, ViewStateMisuse.hintTwice,
      at: ".notCancellable", fixed: "@Action(.notCancellable) func act() {}"),
    MisuseRow(
      #"@Action(.destructive, .confirms("A"), .confirms("B")) func act() {}"#, in: .viewState,
      ViewStateMisuse.hintTwice, at: #".confirms("B")"#,
      fixed: #"@Action(.destructive, .confirms("A")) func act() {}"#),
    MisuseRow(
      #"@Action(.confirms("")) func act() {}"#, in: .viewState, ViewStateMisuse.hintNotLiteral, at: #""""#),
    MisuseRow(
      #"@Action(.enabled(when: "none")) func act() {}"#, in: .viewState, ViewStateMisuse.referenceUnknown,
      at: #""none""#),
    MisuseRow(
      "@Submits @Action func act() {}", in: .viewState, ViewStateMisuse.hintOnMethod, at: "@Submits",
      fixed: "@Action func act() {}",
      besides: ["missing argument for parameter #1"]),
    MisuseRow(
      #"@JSONCodable enum Value$: String { @Title("A") case a, b }"#, JSONCodableMisuse.titleOfSeveralCases,
      at: #"@Title("A")"#),
    MisuseRow(
      #"@JSONCodable enum Value$ { @Title("A") case a(Int) }"#, JSONCodableMisuse.titleOfPayload, at: #"@Title("A")"#,
      fixed: "@JSONCodable enum Value$ { case a(Int) }"),
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
    MisuseRow(
      #"@Action("Act", hint) func act(id: Int) {}"#, in: .viewState, ViewStateMisuse.hintNotLiteral, at: "hint"),
    MisuseRow(
      #"@Action(.onAppear, "Act") func act() {}"#, in: .viewState, ViewStateMisuse.hintUnknown, at: #""Act""#,
      besides: ["cannot convert value of type 'String'"]),
    MisuseRow(
      "@Action(.destructve) func act() {}", in: .viewState, ViewStateMisuse.hintUnknown, at: ".destructve",
      besides: ["reference to member 'destructve' cannot be resolved"]),
    MisuseRow(
      #"@Action("Act", .confirms) func act() {}"#, in: .viewState, ViewStateMisuse.hintUnknown, at: ".confirms",
      besides: ["member 'confirms' expects argument of type 'String'"]),
    MisuseRow(
      #"@Action(.enabled("a")) func act() {}"#, in: .viewState, ViewStateMisuse.hintUnknown, at: #".enabled("a")"#,
      besides: ["missing argument label 'when:'"]),
    MisuseRow(
      "@Action(.onAppear, .offered, .notOffered) func act() {}", in: .viewState, ViewStateMisuse.offeredAndNot,
      at: ".notOffered", fixed: "@Action(.onAppear, .offered) func act() {}",
      "@Action(.onAppear, .notOffered) func act() {}"),
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
      #"@Action(.opens("page", with: parameters)) func act(id: Int) {}"#, in: .viewState,
      ViewStateMisuse.hintNotLiteral,
      at: "parameters"),
    MisuseRow(
      #"@Action(.argument("key")) func act(id: Int) {}"#, in: .viewState, ViewStateMisuse.argumentUnknown,
      at: #""key""#,
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
      "@WriteOnly func act() {}", in: .viewState, ViewStateMisuse.hintOnMethod, at: "@WriteOnly", fixed: "func act() {}"
    ),
    MisuseRow(
      "@Action @Settable func act() {}", in: .viewState, ViewStateMisuse.hintOnMethod, at: "@Settable",
      fixed: "@Action func act() {}"),
    MisuseRow(
      "@Action @Hidden func act() {}", in: .viewState, ViewStateMisuse.actionHidden,
      at: "@Action @Hidden func act() {}",
      fixed: "@Action func act() {}", "@Hidden func act() {}"),
    MisuseRow(
      "@Action func act(x: Int, x y: Int) {}", in: .viewState, ViewStateMisuse.argumentNameTaken, at: "x y: Int",
      fixed: "@Action func act(x: Int, y: Int) {}"),
    MisuseRow(
      "@Action func act(x: Int, _ x: Int) {}", in: .viewState, ViewStateMisuse.argumentNameTaken, at: "_ x: Int",
      besides: ["invalid redeclaration of 'x'"]),
    MisuseRow("@Action func act(a: (Int, Int)) {}", in: .viewState, JSONFormMisuse.tuple, at: "(Int, Int)"),
    MisuseRow(
      "weak var owner: AnyObject?", in: .viewState, JSONFormMisuse.existential, at: "AnyObject",
      fixed: "@Hidden weak var owner: AnyObject?"),
    MisuseRow(
      "@Action func act(a: Int, then: @escaping () -> Void = {}) {}", in: .viewState, JSONFormMisuse.function,
      at: "() -> Void"),
    MisuseRow("@Action func act(a: Any?) {}", in: .viewState, JSONFormMisuse.existential, at: "Any"),
    MisuseRow("@Action func act(a: Array<AnyObject>) {}", in: .viewState, JSONFormMisuse.existential, at: "AnyObject"),
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
  ]
}
