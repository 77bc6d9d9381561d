import MacroMessages

extension MisuseRow {
  /// Attributes without effect, and declarations that are probably not meant as they are written.
  static let ofEffects: [MisuseRow] = [
    // Attributes outside of view states
    MisuseRow(
      "final class State$ {}; extension State$ { @Action func act() {} }", ViewStateMisuse.markerInExtension,
      at: "@Action"),
    MisuseRow(
      "final class State$ {}; extension State$ { @Busy var isBusy: Bool { false } }", ViewStateMisuse.markerInExtension,
      at: "@Busy"),
    MisuseRow(
      "final class State$ { @Action func act() {} }", ViewStateMisuse.markerOutside, at: "@Action",
      fixed: "final class State$ { func act() {} }"),
    MisuseRow(
      #"struct State$ { @Action("Act") static func act() {} }"#, ViewStateMisuse.markerOutside, at: #"@Action("Act")"#,
      fixed: "struct State$ { static func act() {} }"),
    MisuseRow(
      "actor State$ { @Action func act() {} }", ViewStateMisuse.markerOutside, at: "@Action",
      fixed: "actor State$ { func act() {} }"),
    MisuseRow(
      "protocol State$ { @Action func act() }", ViewStateMisuse.markerOutside, at: "@Action",
      fixed: "protocol State$ { func act() }"),
    MisuseRow("@Action func act$() {}", ViewStateMisuse.markerOutside, at: "@Action", fixed: "func act$() {}"),
    MisuseRow(
      #"@MainActor @Store final class Facts$ { @WriteOnly var secret = "" }"#, ViewStateMisuse.markerOutside,
      at: "@WriteOnly",
      fixed: #"@MainActor @Store final class Facts$ { var secret = "" }"#),
    MisuseRow(
      #"struct Facts$ { @Filters("rows") var keyword = "" }"#, ViewStateMisuse.markerOutside, at: #"@Filters("rows")"#,
      fixed: #"struct Facts$ { var keyword = "" }"#),
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
      #"@ViewState("a", actions: .all) @Observable final class State$ { func a() {}; func a(b: Int) {} }"#,
      ViewStateMisuse.actionNameTaken, at: "func a(b: Int) {}",
      fixed:
        #"@ViewState("a", actions: .all) @Observable final class State$ { func a() {}; @Hidden func a(b: Int) {} }"#),
    MisuseRow(
      """
      @ViewState("a", actions: .all) @Observable final class State$ {
        #if DEBUG
          func a() {}
        #endif
      }
      """,
      ViewStateMisuse.insideCondition, at: "func a() {}",
      fixed: """
        @ViewState("a", actions: .all) @Observable final class State$ {
          #if DEBUG
            @Hidden func a() {}
          #endif
        }
        """),
    MisuseRow(
      #"@ViewState("a", actions: .all) @Observable final class State$ { @Action func a() throws {} }"#,
      ViewStateMisuse.actionThrows, at: "@Action func a() throws {}",
      fixed: #"@ViewState("a", actions: .all) @Observable final class State$ { @Action func a() {} }"#,
      #"@ViewState("a", actions: .all) @Observable final class State$ { func a() throws {} }"#),

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
}
