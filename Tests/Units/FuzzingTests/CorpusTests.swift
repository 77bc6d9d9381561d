import Foundation
import FuzzChecks
import Testing

/// The checks of the fuzzer on its corpus and on the inputs of earlier findings.
struct CorpusTests {
  @Test(arguments: try Input.all(of: "json")) func theParserReadsAnInputAsTheReferenceDoes(input: Input) throws {
    try input.check(JSONCheck.run)
  }

  @Test(arguments: try Input.all(of: "framing")) func framesDoNotDependOnHowAStreamIsSplit(input: Input) throws {
    try input.check(FramingCheck.run)
  }

  @Test(arguments: try Input.all(of: "request")) func aMessageIsAcceptedOrRefusedAsJSONRPCSays(input: Input) throws {
    try input.check(RequestCheck.run)
  }
}

/// A file of the directory `Tests/Tools/Fuzzing`.
struct Input: CustomTestStringConvertible {
  private let file: URL

  /// The names of the target's directory and of the file.
  var testDescription: String { file.pathComponents.suffix(3).joined(separator: "/") }

  static func all(of target: String) throws -> [Input] {
    let fuzzing = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Tools/Fuzzing")
    return try ["Corpus", "Regressions"].flatMap { directory in
      try FileManager.default.contentsOfDirectory(
        at: fuzzing.appending(path: "\(directory)/\(target)"), includingPropertiesForKeys: nil,
        options: .skipsHiddenFiles)
    }.sorted { $0.path < $1.path }.map(Input.init)
  }

  func check(_ run: (UnsafeRawBufferPointer) throws(Finding) -> Bool) throws {
    _ = try Data(contentsOf: file).withUnsafeBytes { bytes in try run(bytes) }
  }
}
