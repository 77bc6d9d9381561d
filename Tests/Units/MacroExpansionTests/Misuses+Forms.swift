import MacroMessages

extension MisuseRow {
  /// Mistakes in types with a JSON form.
  static let ofForms: [MisuseRow] = [
    // @JSONCodable
    MisuseRow(
      "@JSONCodable class Value$ {}", JSONCodableMisuse.codableOnOther, at: "@JSONCodable",
      fixed: "@JSONCodable final class Value$ {}"),
    MisuseRow(
      "@JSONCodable actor Value$ {}", JSONCodableMisuse.codableOnOther, at: "@JSONCodable",
      fixed: "@JSONCodable final class Value$ {}"),
    MisuseRow(
      "@JSONCodable func act$() {}", JSONCodableMisuse.codableOnOther, at: "@JSONCodable", fixed: "func act$() {}",
      besides: ["'extension' macro cannot be attached to global function ('act$')"]),
    MisuseRow(
      "@JSONCodable enum Value$ { case a }", JSONCodableMisuse.enumWithoutRawValues, at: "Value$",
      fixed: "@JSONCodable enum Value$: String { case a }"),
    MisuseRow("@JSONCodable enum Value$: Double { case a }", JSONCodableMisuse.enumWithoutRawValues, at: "Value$"),
    MisuseRow(
      "@JSONCodable enum Value$ { case a(Int), b; enum CodingKeys: CodingKey { case a } }",
      JSONCodableMisuse.caseWithoutCodingKey, at: "b"),
    MisuseRow(
      "@JSONCodable struct Value$ { var (a, b) = (1, 2) }", JSONCodableMisuse.tuplePattern, at: "(a, b) = (1, 2)"),
    MisuseRow(
      "@JSONCodable struct Value$ { let a: Int; private let b: Int }", JSONCodableMisuse.hiddenWithoutValue,
      at: "b: Int",
      fixed: "@JSONCodable struct Value$ { let a: Int; let b: Int }"),
    MisuseRow(
      "@JSONCodable struct Value$ { let a: Int; fileprivate var b: Int }", JSONCodableMisuse.hiddenWithoutValue,
      at: "b: Int", fixed: "@JSONCodable struct Value$ { let a: Int; var b: Int }"),
    MisuseRow(
      "@JSONCodable struct Value$ { let a: Int; @Hidden var b: Int }", JSONCodableMisuse.hiddenWithoutValue,
      at: "b: Int",
      fixed: "@JSONCodable struct Value$ { let a: Int; var b: Int }"),
    MisuseRow(
      "@JSONCodable struct Value$ { let a, b: Int; enum CodingKeys: CodingKey { case a } }",
      JSONCodableMisuse.hiddenWithoutValue, at: "b: Int"),
    MisuseRow("@JSONCodable struct Value$ { let a: (Int, Int) }", JSONFormMisuse.tuple, at: "(Int, Int)"),
    MisuseRow(
      "@JSONCodable struct Value$ { var a: [(x: Int, y: Int)] = [] }", JSONFormMisuse.tuple, at: "(x: Int, y: Int)",
      fixed: "@JSONCodable struct Value$ { @Hidden var a: [(x: Int, y: Int)] = [] }"),
    MisuseRow(
      "@JSONCodable struct Value$ { let a: (() -> Void)? }", JSONFormMisuse.function, at: "() -> Void",
      besides: ["stored property 'a' of 'Sendable'-conforming struct 'Value$' contains non-Sendable type"]),
    MisuseRow(
      "@JSONCodable struct Value$ { let a: [String: Any] }", JSONFormMisuse.existential, at: "Any",
      besides: ["stored property 'a' of 'Sendable'-conforming struct 'Value$' contains non-Sendable type"]),
    MisuseRow(
      "@JSONCodable final class Value$ { let a: any Error = Fault() }", JSONFormMisuse.existential, at: "any Error",
      fixed: "@JSONCodable final class Value$ { @Hidden let a: any Error = Fault() }"),
    MisuseRow(
      "@JSONCodable enum Value$ { case a(Int), b(Any) }", JSONFormMisuse.existential, at: "Any",
      besides: ["associated value 'b' of 'Sendable'-conforming enum 'Value$' has non-Sendable type"]),
    MisuseRow("@JSONCodable enum Value$: Equatable { case a }", JSONCodableMisuse.enumWithoutRawValues, at: "Value$"),
    MisuseRow(
      """
      @JSONCodable struct Value$ {
        let a: Int
        #if DEBUG
          var b = 1
        #endif
      }
      """,
      JSONCodableMisuse.insideCondition, at: "var b = 1",
      fixed: """
        @JSONCodable struct Value$ {
          let a: Int
          #if DEBUG
            @Hidden var b = 1
          #endif
        }
        """),
    MisuseRow(
      "@JSONCodable struct Value$ {\n  #if DEBUG\n  #else\n    #if A\n      let b: Int\n    #endif\n  #endif\n}",
      JSONCodableMisuse.insideCondition, at: "let b: Int"),
    MisuseRow(
      "@JSONCodable final class Value$ {\n  #if DEBUG\n    let b: Int\n  #endif\n}",
      JSONCodableMisuse.insideCondition, at: "let b: Int",
      fixed: "@JSONCodable final class Value$ {\n  #if DEBUG\n    @Hidden let b: Int\n  #endif\n}"),
    MisuseRow(
      "@JSONCodable enum Value$: String {\n  case a\n  #if DEBUG\n    case b\n  #endif\n}",
      JSONCodableMisuse.insideCondition, at: "case b"),
    MisuseRow(
      "@JSONCodable enum Value$ {\n  case a(Int)\n  #if DEBUG\n    case b(Int)\n  #endif\n}",
      JSONCodableMisuse.insideCondition, at: "case b(Int)"),
    MisuseRow(
      "@JSONCodable struct Value$ {\n  let a: Int\n  #if DEBUG\n    enum CodingKeys: CodingKey { case a }\n  #endif\n}",
      JSONCodableMisuse.insideCondition, at: "enum CodingKeys: CodingKey { case a }"),
    MisuseRow(
      #"@JSONCodable struct Value$ { let a: Int; @JSONName("a") let b: Int }"#, JSONCodableMisuse.keyTaken,
      at: #"@JSONName("a")"#),
    MisuseRow(
      ##"@JSONCodable final class Value$ { @JSONName("c") var a = 1; @JSONName(#"c"#) var b = 1 }"##,
      JSONCodableMisuse.keyTaken, at: ##"@JSONName(#"c"#)"##),
    MisuseRow(
      #"@JSONCodable struct Value$ { @JSONName("c") let a: Int; let c: Int }"#, JSONCodableMisuse.keyTaken, at: "c: Int"
    ),
    MisuseRow("@JSONCodable enum Value$ { case a(_1: Int, Int) }", JSONCodableMisuse.keyTaken, at: "a(_1: Int, Int)"),
    MisuseRow(
      #"@JSONCodable struct Value$ { @JSONName("b") @JSONName("c") let a: Int }"#, JSONCodableMisuse.markerTwice,
      at: #"@JSONName("c")"#, fixed: #"@JSONCodable struct Value$ { @JSONName("b") let a: Int }"#),
    MisuseRow(
      #"@JSONCodable struct Value$ { @Title("B") @Title("C") let a: Int }"#, JSONCodableMisuse.markerTwice,
      at: #"@Title("C")"#, fixed: #"@JSONCodable struct Value$ { @Title("B") let a: Int }"#),
    MisuseRow(
      #"@JSONCodable struct Value$ { @Shown(.never) @Shown(.whenTrue) let a: Bool }"#, JSONCodableMisuse.markerTwice,
      at: "@Shown(.whenTrue)", fixed: #"@JSONCodable struct Value$ { @Shown(.never) let a: Bool }"#),

    // Attributes of members of JSON forms
    MisuseRow(
      #"struct Value$ { @JSONName("b") let a: Int }"#, JSONCodableMisuse.nameWithoutEffect, at: #"@JSONName("b")"#,
      fixed: "struct Value$ { let a: Int }"),
    MisuseRow(
      #"@JSONCodable struct Value$ { @JSONName("b") var a: Int { 1 } }"#, JSONCodableMisuse.nameWithoutEffect,
      at: #"@JSONName("b")"#, fixed: "@JSONCodable struct Value$ { var a: Int { 1 } }"),
    MisuseRow(
      #"@JSONCodable struct Value$ { @JSONName("b") private var a = 1 }"#, JSONCodableMisuse.nameWithoutEffect,
      at: #"@JSONName("b")"#, fixed: "@JSONCodable struct Value$ { private var a = 1 }"),
    MisuseRow(
      #"@JSONCodable struct Value$ { @JSONName("b") static let a = 1 }"#, JSONCodableMisuse.nameWithoutEffect,
      at: #"@JSONName("b")"#, fixed: "@JSONCodable struct Value$ { static let a = 1 }"),
    MisuseRow(
      #"@JSONCodable enum Value$: String { @JSONName("b") case a }"#, JSONCodableMisuse.nameWithoutEffect,
      at: #"@JSONName("b")"#, fixed: "@JSONCodable enum Value$: String { case a }"),
    MisuseRow(
      #"@JSONName("b") var a = 1"#, in: .viewState, JSONCodableMisuse.nameWithoutEffect, at: #"@JSONName("b")"#,
      fixed: "var a = 1"),
    MisuseRow(
      #"struct Value$ {}; extension Value$ { @Title("B") var a: Int { 1 } }"#, JSONCodableMisuse.hintWithoutEffect,
      at: #"@Title("B")"#,
      fixed: "struct Value$ {}; extension Value$ { var a: Int { 1 } }"),
    MisuseRow(
      #"@JSONCodable struct Value$ { @Title("B") var a: Int { 1 } }"#, JSONCodableMisuse.hintWithoutEffect,
      at: #"@Title("B")"#, fixed: "@JSONCodable struct Value$ { var a: Int { 1 } }"),
    MisuseRow(
      #"@JSONCodable struct Value$ { @Title("B") func a() {} }"#, JSONCodableMisuse.hintWithoutEffect,
      at: #"@Title("B")"#, fixed: "@JSONCodable struct Value$ { func a() {} }"),
    MisuseRow(
      "@MainActor @Store final class Value$ { @Hidden var a = 1 }", JSONCodableMisuse.hiddenWithoutEffect,
      at: "@Hidden",
      fixed: "@MainActor @Store final class Value$ { var a = 1 }"),
    MisuseRow(
      "struct Value$ {}; extension Value$ { @Hidden func a() {} }", JSONCodableMisuse.hiddenWithoutEffect,
      at: "@Hidden",
      fixed: "struct Value$ {}; extension Value$ { func a() {} }"),
    MisuseRow(
      "@JSONCodable enum Value$ { @Hidden case a(Int) }", JSONCodableMisuse.hiddenWithoutEffect, at: "@Hidden",
      fixed: "@JSONCodable enum Value$ { case a(Int) }"),
    MisuseRow(
      "@Hidden init() {}", in: .viewState, JSONCodableMisuse.hiddenWithoutEffect, at: "@Hidden", fixed: "init() {}"),
  ]
}
