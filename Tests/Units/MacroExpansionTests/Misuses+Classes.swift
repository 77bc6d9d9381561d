import MacroMessages

extension MisuseRow {
  /// Mistakes in the declarations of view states and stores, and in their observed properties.
  static let ofClasses: [MisuseRow] = [
    // View states
    MisuseRow(
      #"@ViewState("a") struct State$ {}"#, ViewStateMisuse.viewStateOnOtherThanClass, at: #"@ViewState("a")"#,
      fixed: #"@ViewState("a") final class State$ {}"#),
    MisuseRow(
      "@Store func act$() {}", ObservationMisuse.storeOnOtherThanClass, at: "@Store", fixed: "func act$() {}",
      besides: ["extension", "memberAttribute", "member"].map { "'\($0)' macro cannot be attached to global function" }),
    MisuseRow(
      "@Store extension Facts$ {}; final class Facts$ {}", ObservationMisuse.storeOnOtherThanClass, at: "@Store",
      fixed: "extension Facts$ {}; final class Facts$ {}",
      besides: ["'extension' macro cannot be attached to extension (extension of 'Facts$')"]),
    MisuseRow(
      #"@ViewState("a") func act$() {}"#, ViewStateMisuse.viewStateOnOtherThanClass, at: #"@ViewState("a")"#,
      fixed: "func act$() {}",
      besides: ["extension", "memberAttribute", "member"].map { "'\($0)' macro cannot be attached to global function" }),
    MisuseRow(
      #"@ViewState("a") extension State$ {}; final class State$ {}"#, ViewStateMisuse.viewStateOnOtherThanClass,
      at: #"@ViewState("a")"#, fixed: "extension State$ {}; final class State$ {}",
      besides: ["'extension' macro cannot be attached to extension (extension of 'State$')"]),
    MisuseRow(
      "var range = 0..<10", in: .viewState, JSONFormMisuse.range, at: "0..<10", fixed: "@Hidden var range = 0..<10"),
    MisuseRow(
      "var range = 0...9 + 1", in: .viewState, JSONFormMisuse.range, at: "0...9 + 1",
      fixed: "@Hidden var range = 0...9 + 1"),
    MisuseRow(
      "let range: [ClosedRange<Int>] = []", in: .viewState, JSONFormMisuse.range, at: "ClosedRange<Int>",
      fixed: "@Hidden let range: [ClosedRange<Int>] = []"),
    MisuseRow(#"@ViewState("a") enum State$ {}"#, ViewStateMisuse.viewStateOnOtherThanClass, at: #"@ViewState("a")"#),
    MisuseRow(
      #"@ViewState("a") actor State$ {}"#, ViewStateMisuse.viewStateOnOtherThanClass, at: #"@ViewState("a")"#,
      fixed: #"@ViewState("a") final class State$ {}"#),
    MisuseRow(
      #"@Observable @ViewState("a") class State$ {}"#, ViewStateMisuse.viewStateOnOtherThanClass,
      at: #"@ViewState("a")"#,
      fixed: #"@Observable @ViewState("a") final class State$ {}"#),
    MisuseRow(
      #"@ViewState("a") class State$ { var a = 1, b = 2 }"#, ViewStateMisuse.viewStateOnOtherThanClass,
      at: #"@ViewState("a")"#, fixed: #"@ViewState("a") final class State$ { var a = 1, b = 2 }"#),
    MisuseRow(
      #"@Observable @ViewState("") final class State$ {}"#, ViewStateMisuse.viewTypeNotLiteral, at: #"@ViewState("")"#,
      fixed: #"@Observable @ViewState("state$") final class State$ {}"#),
    MisuseRow(
      "@Observable @ViewState(name) final class State$ {}", ViewStateMisuse.viewTypeNotLiteral, at: "@ViewState(name)",
      fixed: #"@Observable @ViewState("state$") final class State$ {}"#),
    MisuseRow(
      #"@Observable @ViewState("a\(name)") final class State$ {}"#, ViewStateMisuse.viewTypeNotLiteral,
      at: #"@ViewState("a\(name)")"#, fixed: #"@Observable @ViewState("state$") final class State$ {}"#),
    MisuseRow(
      "@MainActor @ViewState final class CounterViewState {}", ViewStateMisuse.viewTypeNotLiteral, at: "@ViewState",
      fixed: #"@MainActor @ViewState("counter") final class CounterViewState {}"#),
    MisuseRow(
      "@MainActor @ViewState() final class View {}", ViewStateMisuse.viewTypeNotLiteral, at: "@ViewState()",
      fixed: #"@MainActor @ViewState("view") final class View {}"#),
    MisuseRow(
      "@MainActor @ViewState(isStart: true) final class HomePageModel {}", ViewStateMisuse.viewTypeNotLiteral,
      at: "@ViewState(isStart: true)",
      fixed: #"@MainActor @ViewState("homePage", isStart: true) final class HomePageModel {}"#),

    // Observed classes
    MisuseRow(
      "@Store struct Facts$ { var a = 1 }", ObservationMisuse.storeOnOtherThanClass, at: "@Store",
      fixed: "@Store final class Facts$ { var a = 1 }"),
    MisuseRow("@Store enum Facts$ {}", ObservationMisuse.storeOnOtherThanClass, at: "@Store"),
    MisuseRow(
      "@Store actor Facts$ { var a = 1 }", ObservationMisuse.storeOnOtherThanClass, at: "@Store",
      fixed: "@Store final class Facts$ { var a = 1 }"),
    MisuseRow(
      "@Store class Facts$ { var a = 1 }", ObservationMisuse.storeOnOtherThanClass, at: "@Store",
      fixed: "@Store final class Facts$ { var a = 1 }"),
    MisuseRow(
      "@Store @Observable final class Facts$ { var a = 1 }", ObservationMisuse.storeWithObservable, at: "@Store",
      fixed: "@Store final class Facts$ { var a = 1 }", "@Observable final class Facts$ { var a = 1 }"),
    MisuseRow(
      "@Observation.Observable @Store final class Facts$ { var a = 1 }", ObservationMisuse.storeWithObservable,
      at: "@Store", fixed: "@Store final class Facts$ { var a = 1 }",
      "@Observation.Observable final class Facts$ { var a = 1 }"),
    MisuseRow(
      #"@MainActor @Store @ViewState("a") final class Facts$ { var a = 1 }"#, ObservationMisuse.storeWithViewState,
      at: "@Store",
      fixed: #"@MainActor @ViewState("a") final class Facts$ { var a = 1 }"#),
    MisuseRow(
      "var (a, b) = (1, 2)", in: .observed, ObservationMisuse.tuplePattern, at: "var (a, b) = (1, 2)",
      fixed: "@ObservationIgnored var (a, b) = (1, 2)"),
    MisuseRow(
      "private var (a, b): (Int, Int)", in: .observed, ObservationMisuse.tuplePattern,
      at: "private var (a, b): (Int, Int)", fixed: "@ObservationIgnored private var (a, b): (Int, Int)",
      besides: ["class 'State$' has no initializers"]),
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
      fixed: "var a = 1", "@ObservationIgnored nonisolated var a = 1",
      besides: ["'nonisolated' cannot be applied to mutable stored properties"]),
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
    MisuseRow(
      #"@Submit("a") var a = 1"#, in: .observed, ObservationMisuse.propertyWrapper, at: #"@Submit("a")"#,
      fixed: #"@ObservationIgnored @Submit("a") var a = 1"#, besides: ["unknown attribute 'Submit'"]),
  ]
}
