import SwiftParser
import SwiftSyntax
import Testing

@testable import MacroExpansion

/// The initializer that `@Store` and `@ViewState` declare for a class that has none.
struct MemberwiseInitializerTests {
  private func initializer(of source: String) throws -> String? {
    let declaration = try #require(
      Parser.parse(source: source).statements.first?.item.as(ClassDeclSyntax.self))
    return MemberwiseInitializer.members(of: declaration).first?.trimmedDescription
  }

  @Test func itHasAParameterForEachStoredPropertyWithoutAValue() throws {
    let source = """
      @MainActor @ViewState("a") final class State: Page {
        let id: Int
        var title: String { "a" }
        private(set) var count: Int { didSet {} }
        var note: String?, other: Optional<Int>
        let former: String?
        private let first, second: Store
        private let number = 1, store: any Store, run: @MainActor (Int) -> Void, end: (() -> Void)?
        static var shared: Int = 1
        lazy var late: Int = 1
        weak var owner: Owner?
        let effects = EffectScope()
      }
      """
    #expect(
      try initializer(of: source) == """
        @MainActor init(id: Int, count: Int, former: String?, first: Store, second: Store, store: any Store, \
        run: @escaping @MainActor (Int) -> Void, end: (() -> Void)?) {
          self.id = id
          self.count = count
          self.former = former
          self.first = first
          self.second = second
          self.store = store
          self.run = run
          self.end = end
        }
        """)
  }

  @Test(arguments: [
    "@MainActor final class State { let a = 1; var b: Int? }", "@MainActor final class State {}",
    "final class State { let a: Int; init() { a = 1 } }", "final class State: Page { var a = 1 }",
    "final class State { let (a, b): (Int, Int) }",
    "final class State {\n#if DEBUG\nlet a: Int\n#endif\nlet b: Int\n}",
    "final class State {\n#if DEBUG\n#else\n#if A\ninit() { b = 1 }\n#endif\n#endif\nlet b: Int\n}",
  ])
  func itIsNotDeclared(source: String) throws {
    #expect(try initializer(of: source) == nil)
  }

  @Test func conditionsAroundOtherDeclarationsDoNotPreventIt() throws {
    let condition = "#if DEBUG\nfunc act() {}\nlet a = 1\nvar b: Int { 1 }\n#endif"
    #expect(
      try initializer(of: "final class State {\n\(condition)\nlet c: Int\n}")
        == "@MainActor init(c: Int) {\n  self.c = c\n}")
  }

  @Test func aClassThatMayNotBeIsolatedHasOneWithoutParameters() throws {
    #expect(try initializer(of: "final class State { var a = 1 }") == "@MainActor init() {}")
  }
}
