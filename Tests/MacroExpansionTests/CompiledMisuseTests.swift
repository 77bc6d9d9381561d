import Foundation
import Testing

struct CompiledMisuseTests {
  @Test func theCompilerReportsMistakesOfAuthorsAsTheTableSays() async throws {
    let reports = try CompilerReport.messages(about: compiledMisuseTable.map(\.source))
    for (index, row) in compiledMisuseTable.enumerated() {
      let messages = reports[index + 1, default: []]
      let isExpected =
        messages.count == row.messages.count && zip(messages, row.messages).allSatisfy { $0.hasPrefix($1) }
      #expect(isExpected, "\(row.source)\n\(messages.joined(separator: "\n"))")
      let verdict: CompiledMisuse.Verdict =
        messages.isEmpty ? .silent : messages.contains(where: CompiledMisuse.saysWhatToDo) ? .good : .misleading
      #expect(verdict == row.verdict, "\(row.source)\n\(messages.joined(separator: "\n"))")
    }
    let counts = Dictionary(grouping: compiledMisuseTable, by: \.verdict).mapValues(\.count)
    #expect(counts[.misleading] == nil)
    #expect(counts[.silent] == 2)
  }

  @Test func theTableHasARowForEachMessageOfTheMacros() {
    let listed = Set(compiledMisuseTable.flatMap(\.messages))
    #expect(CompiledMisuse.macroMessages.subtracting(listed) == [])
  }

  @Test func aFormWrittenByHandIsReportedWhereATypeHasNoForm() throws {
    let source = """
      struct Part$ {}
      func read(json: JSONValue) throws(JSONDecodingError) -> (Part$, Part$?) {
        let part: Part$? = try json.decodeIfPresent("part")
        return (try json.decode("part"), part)
      }
      func write(part: Part$, to writer: inout JSONWriter) { writer.member("part", part) }
      let member = JSONSchema.Member("part", Part$.self)
      """
    let messages = try CompilerReport.messages(about: [source])
    #expect(
      messages[1]?.map { $0.split(separator: ": ").dropFirst().joined(separator: ": ") } == [
        "the type of this member has no JSON form: mark the type @JSONCodable",
        "values of this type cannot be read from JSON: use a struct or an enum marked @JSONCodable",
        "values of this type cannot be read from JSON: use a struct or an enum marked @JSONCodable",
        "values of this type cannot be written as JSON: mark the type @JSONCodable",
      ])
  }

  @Test func aSourceWithoutMistakesHasNoMessages() throws {
    let source = """
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
    #expect(try CompilerReport.messages(about: [source]).isEmpty)
  }
}

/// Runs the compiler on sources that import SVVS.
private enum CompilerReport {
  /// The errors and warnings about each source, by its number from 1. Each `$` in a source stands for its number, and
  /// each such number in a message is a `$`.
  static func messages(about sources: [String]) throws -> [Int: [String]] {
    let directory = FileManager.default.temporaryDirectory.appending(path: "mistakes-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }  // The directory is temporary.
    var files: [String] = []
    for (index, source) in sources.enumerated() {
      let file = directory.appending(path: "source\(index + 1).swift")
      let text = "import SVVS\n" + source.replacing("$", with: "\(index + 1)")
      try text.write(to: file, atomically: true, encoding: .utf8)
      files.append(file.path)
    }
    return try messages(in: output(ofCompiling: files))
  }

  /// The compiler ended in another way than with or without errors about its sources.
  private struct Failure: Error {
    let output: String
  }

  private static func output(ofCompiling files: [String]) throws -> String {
    let repository = URL(filePath: #filePath).appending(path: "../../..").standardized.path
    // The program of the tests is beside the modules and the macros, in any configuration.
    let products = try #require(Bundle.main.executableURL).resolvingSymlinksInPath().deletingLastPathComponent()
    let build = products.path
    let checkouts = products.appending(path: "../../checkouts").standardized.path
    let maps = [
      "\(repository)/Sources/CJansson", "\(build)/CArena.build",
      "\(checkouts)/swift-system/Sources/CSystem/include",
    ].flatMap { ["-Xcc", "-fmodule-map-file=\($0)/module.modulemap"] }
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments =
      ["swiftc", "-typecheck", "-wmo", "-parse-as-library", "-module-name", "Mistakes", "-swift-version", "6"]
      + ["-diagnostic-style=llvm", "-I\(build)/Modules"] + maps
      + ["-load-plugin-executable", "\(build)/SVVSMacros-tool#SVVSMacros"] + files
    let pipe = Pipe()
    compiler.standardError = pipe
    try compiler.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    compiler.waitUntilExit()
    let text = String(decoding: output, as: UTF8.self)
    let hasErrors = text.contains(": error: ")
    guard compiler.terminationReason == .exit, compiler.terminationStatus == (hasErrors ? 1 : 0) else {
      throw Failure(output: text)
    }
    return text
  }

  /// Reads the messages. A message about generated code is followed by a note about the source.
  private static func messages(in output: String) throws -> [Int: [String]] {
    var messages: [Int: [String]] = [:]
    var generated: Substring?
    for line in output.split(separator: "\n") {
      guard let match = line.wholeMatch(of: /(.*?):\d+:\d+: (error|warning|note): (.*)/) else {
        // Such an error is not about a source.
        if line.contains("error: ") { throw Failure(output: output) }
        continue
      }
      let number = match.1.firstMatch(of: /\/source(\d+)\.swift$/).flatMap { Int($0.1) }
      switch (match.2, number) {
      case ("note", let number?):
        guard let text = generated, match.3.contains("in expansion of macro") else { continue }
        messages[number, default: []].append(text.withoutNumber(number))
        generated = nil
      case ("note", nil): break
      case (_, let number?): messages[number, default: []].append(match.3.withoutNumber(number))
      case (_, nil):
        guard generated == nil else { throw Failure(output: output) }
        generated = match.3
      }
    }
    guard generated == nil else { throw Failure(output: output) }
    return messages
  }
}

extension Substring {
  /// The message with `$` in place of the number of its source, and without the name of the macro that reports it.
  fileprivate func withoutNumber(_ number: Int) -> String {
    let text = replacing(#/ \(from macro '.*'\)$/#, with: "")
    return String(
      text.replacing(/([A-Za-z])(\d+)\b/) { match in
        match.output.2 == "\(number)" ? "\(match.output.1)$" : "\(match.output.0)"
      })
  }
}
