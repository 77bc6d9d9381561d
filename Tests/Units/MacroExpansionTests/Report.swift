import MacroMessages
import Testing

/// A diagnostic of a macro.
struct Complaint: Equatable {
  let message: String
  let isWarning: Bool
  /// The first line of the code that it is about.
  let place: String
  /// The source after each of its fix-its.
  let fixed: [String]
}

/// Everything that the compiler reports about one source.
struct Report {
  /// The errors and warnings, in order.
  fileprivate(set) var messages: [String] = []
  /// The errors and warnings of the macros.
  fileprivate(set) var complaints: [Complaint] = []

  /// The beginnings that no message has, and the messages with another beginning.
  func differences(from beginnings: [String]) -> [String] {
    var (missing, rest) = ([String](), messages)
    for beginning in beginnings {
      if let index = rest.firstIndex(where: { $0.hasPrefix(beginning) }) {
        rest.remove(at: index)
      } else {
        missing.append(beginning)
      }
    }
    return missing + rest
  }

  /// The report about one of the sources.
  static func about(_ source: String) async throws -> Report {
    try #require(try await all.value[source])
  }

  /// The reports about all sources, by source. The compiler runs once for all tests.
  private static let all = Task {
    let sources = Set(MisuseRow.all.flatMap(\.sources).map(\.text) + Sources.all)
    let numbered = sources.sorted().enumerated().map { (number: $0.offset + 1, text: $0.element) }
    let files = numbered.map { ("source\($0.number).swift", start + $0.text.replacing("$", with: "\($0.number)")) }
    let (_, diagnostics) = try await Compiler.compile(
      Dictionary(uniqueKeysWithValues: files + [("names.swift", Sources.names)]))
    var reports = Dictionary(uniqueKeysWithValues: sources.map { ($0, Report()) })
    for diagnostic in diagnostics {
      // A diagnostic about generated code has a note about the source.
      guard let number = diagnostic.number,
        let text = numbered.first(where: { $0.number == number })?.text
      else { throw Compiler.Failure(text: diagnostic.message) }
      reports[text]?.add(diagnostic, number: number, text: text)
    }
    return reports
  }

  private static let start = "import SVVS\n"

  private mutating func add(_ diagnostic: Diagnostic, number: Int, text: String) {
    /// A text of the file with `$` in place of its number.
    func original(_ text: String) -> String {
      text.replacing(/([A-Za-z])(\d+)\b/) { match in
        match.output.2 == "\(number)" ? "\(match.output.1)$" : "\(match.output.0)"
      }
    }
    let fromMacro = #/ \(from macro '.*'\)$/#
    let message = original(diagnostic.message.replacing(fromMacro, with: ""))
    messages.append(message)
    guard diagnostic.message.contains(fromMacro) else { return }
    let file = Array((Report.start + text.replacing("$", with: "\(number)")).utf8)
    let place = diagnostic.ranges.first.map { String(decoding: file[$0.range], as: UTF8.self) } ?? ""
    // Each fix-it is that of a note, so that the author chooses one.
    let fixIts = diagnostic.notes.flatMap(\.fixIts).filter { $0.place.file == diagnostic.place.file }
    let fixed = fixIts.map { fixIt in
      let fixed = file[..<fixIt.place.range.lowerBound] + fixIt.text.utf8 + file[fixIt.place.range.upperBound...]
      return original(String(decoding: fixed.dropFirst(Report.start.utf8.count), as: UTF8.self))
    }
    complaints.append(
      Complaint(
        message: message, isWarning: diagnostic.severity == .warning,
        place: original(place.split(separator: "\n").first.map(String.init) ?? ""), fixed: fixed))
  }
}

extension Diagnostic {
  /// The number of the source that this is about.
  fileprivate var number: Int? {
    let own = place.file.wholeMatch(of: /(?:.*\/)?source(\d+)\.swift/).flatMap { Int($0.1) }
    return own ?? notes.lazy.filter { $0.message.contains("in expansion of macro") }.compactMap(\.number).first
  }
}
