import Testing

/// A source, and the texts that a macro generates for it.
struct Expansion: CustomTestStringConvertible {
  /// A sentence about the case, which is the name of the test.
  let testDescription: String
  let macro: String
  /// The type whose expansions are compared.
  let type: String
  let source: String
  /// The text that the macro generates for each of its roles, such as `member of Facts` and `memberAttribute of first`.
  let expected: [String: String]

  /// - Parameters:
  ///   - attributes: The attributes that a member macro adds to members, by the name of the member.
  ///   - members: The members that the type receives.
  ///   - extensions: The extensions of the type.
  ///   - peers: The declarations beside members, by the name of the member.
  ///   - accessors: The accessors that properties receive, by the name of the property.
  init(
    _ meaning: String, of macro: String, on type: String, _ source: String, attributes: [String: String] = [:],
    members: String? = nil, extensions: String? = nil, peers: [String: String] = [:], accessors: [String: String] = [:]
  ) {
    (testDescription, self.macro, self.type, self.source) = (meaning, macro, type, source)
    var expected = ["member of \(type)": members, "extension of \(type)": extensions].compactMapValues(\.self)
    for (role, texts) in [("memberAttribute", attributes), ("peer", peers), ("accessor", accessors)] {
      for (name, text) in texts { expected["\(role) of \(name)"] = text }
    }
    self.expected = expected
  }

  static let all = ofForms + ofViewStates + ofStores

  /// The texts that the compiler shows, by role. It runs once for all cases.
  var actual: [String: String] {
    get async throws { try await Expansion.dumped.value["\(macro) \(type)", default: [:]] }
  }

  private static let dumped = Task {
    let files = all.map { ("\($0.type).swift", "import SVVS\n\($0.source)\n") } + [("names.swift", names)]
    // Some classes are isolated to the main actor only by the default of their module.
    let (output, diagnostics) = try await Compiler.compile(
      Dictionary(uniqueKeysWithValues: files),
      options: ["-package-name", "svvs", "-default-isolation", "MainActor", "-Xfrontend", "-dump-macro-expansions"])
    guard diagnostics.isEmpty else { throw Compiler.Failure(text: "\(diagnostics.map(\.message))") }
    return texts(in: output)
  }

  /// The declarations that the sources mention.
  private static let names = """
    import SVVS
    @JSONCodable enum Place: String { case here }
    @JSONCodable enum Phase: String { case none }
    @JSONCodable struct Line { let id: Int }
    final class Owner {}
    protocol Titled {}
    protocol Keeping {}
    """

  /// The texts by macro and type, and by role and name.
  private static func texts(in output: String) -> [String: [String: String]] {
    let line = String(repeating: "-", count: 30)
    let parts = output.split(separator: "\(line)\n", omittingEmptySubsequences: false)
    var texts: [String: [String: String]] = [:]
    // The parts are titles and texts, alternately.
    for (title, text) in zip(parts, parts.dropFirst()) where !text.allSatisfy(\.isWhitespace) {
      let pattern = /(\w+) macro @(\w+) expansion #\d+ of \(?(\w+)(?: in _\w+\))? in \w+(?:\.(\w+))? with .*\n/
      guard let match = title.wholeMatch(of: pattern) else { continue }
      texts["\(match.2) \(match.4 ?? match.3)", default: [:]]["\(match.1) of \(match.3)", default: ""] += text
    }
    return texts
  }
}

extension String {
  /// The lines without their indentation, which is not that of the macro, and without braces around accessors.
  var unindentedLines: [Substring] {
    let lines = split(separator: "\n").map { $0.drop(while: \.isWhitespace) }.filter { !$0.isEmpty }
    return lines.first == "{" ? Array(lines.dropFirst().dropLast()) : lines
  }
}
