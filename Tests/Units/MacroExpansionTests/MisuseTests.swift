import MacroMessages
import Testing

struct MisuseTests {
  @Test(arguments: MisuseRow.all)
  func aMistakeIsReportedOnceWhereItStandsWithItsCorrections(row: MisuseRow) async throws {
    for (source, complaint) in row.sources {
      let report = try await Report.about(source)
      #expect(report.complaints == [complaint].compactMap(\.self), "\(source)")
      #expect(report.differences(from: row.messages) == [], "\(source)")
    }
  }

  @Test func thereIsAMistakeForEachMessageOfTheMacros() {
    func messages<Kind: Misuse>(of kind: Kind.Type) -> [String] { kind.allCases.map(\.message) }
    let all = Set(
      messages(of: ViewStateMisuse.self) + messages(of: ViewStateWarning.self) + messages(of: ObservationMisuse.self)
        + messages(of: JSONCodableMisuse.self) + messages(of: JSONFormMisuse.self))
    #expect(all.subtracting(MisuseRow.all.compactMap(\.complaint?.message)) == [])
  }

  @Test(arguments: Sources.withSeveralMistakes)
  func allMistakesAreReportedAtOnce(source: String, misuses: [ViewStateMisuse]) async throws {
    #expect(try await Report.about(source).messages == misuses.map(\.message))
  }

  @Test(arguments: Sources.notObserved)
  func aPropertyThatIsNotObservedNeedsNoCorrection(source: String) async throws {
    #expect(try await Report.about(source).complaints == [])
  }

  @Test(arguments: Sources.correct)
  func aCorrectOrHiddenDeclarationIsNotAMistake(source: String) async throws {
    #expect(try await Report.about(source).messages == [])
  }

  @Test(arguments: Sources.withUnreportedMistakes)
  func neitherMacrosNorTheCompilerFindTheseMistakes(source: String) async throws {
    #expect(try await Report.about(source).messages == [])
  }
}
