import Foundation
import Testing

/// The compiler with the plugin of the macros, which compiles sources as one module.
enum Compiler {
  /// The compiler crashed, or reported an error that no test expects.
  struct Failure: Error {
    let text: String
  }

  /// The directory with the products of the build: the program of the tests is beside the modules and the macros, in any
  /// configuration.
  private static var products: URL {
    get throws { try #require(Bundle.main.executableURL).resolvingSymlinksInPath().deletingLastPathComponent() }
  }

  /// Compiles sources that import SVVS.
  ///
  /// - Parameters:
  ///   - sources: The text of each file, by its name.
  ///   - options: Further options of the compiler.
  /// - Returns: The text that the compiler prints, with demangled names, and its diagnostics.
  static func compile(
    _ sources: [String: String], options: [String] = []
  ) async throws -> (output: String, diagnostics: [Diagnostic]) {
    let directory = FileManager.default.temporaryDirectory.appending(path: "sources-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }  // The directory is temporary.
    for (name, text) in sources {
      try text.write(to: directory.appending(path: name), atomically: false, encoding: .utf8)
    }
    let serialized = directory.appending(path: "diagnostics.dia")
    let outputs = directory.appending(path: "outputs.json")
    try #"{"": {"diagnostics": "\#(serialized.path)"}}"#.write(to: outputs, atomically: false, encoding: .utf8)
    let files = sources.keys.sorted().map { directory.appending(path: $0).path }
    let (printed, demangled) = (directory.appending(path: "printed"), directory.appending(path: "demangled"))
    let status = try await run(arguments + options + ["-output-file-map", outputs.path] + files, output: printed)
    _ = try await run(["swift", "demangle"], input: printed, output: demangled)
    let output = try String(contentsOf: demangled, encoding: .utf8)
    guard FileManager.default.fileExists(atPath: serialized.path) else { throw Failure(text: output) }
    let diagnostics = try Diagnostic.all(in: serialized)
    let hasErrors = diagnostics.contains { $0.severity == .error }
    guard status == (hasErrors ? 1 : 0) else { throw Failure(text: output) }
    return (output, diagnostics)
  }

  /// Runs a command with files as its standard streams. Returns its status, or nil if a signal ended it.
  ///
  /// No thread waits for the command, because other tests need the thread.
  private static func run(_ command: [String], input: URL? = nil, output: URL) async throws -> Int32? {
    _ = FileManager.default.createFile(atPath: output.path, contents: nil)
    let handle = try FileHandle(forWritingTo: output)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    // The compiler leaves generated sources behind.
    let temporary = output.deletingLastPathComponent().path
    process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": temporary]) { $1 }
    process.standardInput = try input.map(FileHandle.init(forReadingFrom:)) ?? FileHandle.nullDevice
    (process.standardOutput, process.standardError) = (handle, handle)
    return try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { ended in
        continuation.resume(returning: ended.terminationReason == .exit ? ended.terminationStatus : nil)
      }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
  }

  private static var arguments: [String] {
    get throws {
      let repository = URL(filePath: #filePath).appending(path: "../../../..").standardized.path
      let build = try products.path
      let checkouts = try products.appending(path: "../../checkouts").standardized.path
      let maps = [
        "\(repository)/Sources/CJansson", "\(build)/CSupport.build",
        "\(checkouts)/swift-system/Sources/CSystem/include",
      ].flatMap { ["-Xcc", "-fmodule-map-file=\($0)/module.modulemap"] }
      return ["swiftc", "-typecheck", "-wmo", "-parse-as-library", "-module-name", "Example", "-swift-version", "6"]
        + ["-serialize-diagnostics", "-I\(build)/Modules"] + maps
        + ["-load-plugin-executable", "\(build)/SVVSMacros-tool#SVVSMacros"]
    }
  }
}
