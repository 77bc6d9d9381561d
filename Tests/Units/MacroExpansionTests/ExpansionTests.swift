import Testing

struct ExpansionTests {
  @Test(arguments: Expansion.all)
  func aMacroGeneratesTheTextOfEachOfItsRoles(expansion: Expansion) async throws {
    let actual = try await expansion.actual
    for role in Set(actual.keys).union(expansion.expected.keys).sorted() {
      #expect(
        actual[role]?.unindentedLines == expansion.expected[role]?.unindentedLines, "\(role)\n\(actual[role] ?? "")")
    }
  }
}
