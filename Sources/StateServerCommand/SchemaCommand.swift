import ArgumentParser
import Contract
import JSON
import StateServer
import SystemSupport

/// `schema`: writes the description of the protocol and of the app.
struct SchemaCommand<Source: MadeApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "schema",
      abstract: "Write the schemas of the protocol and of the app, or check that they are up to date.",
      discussion: """
        openrpc.json has the methods, actions and errors (OpenRPC); protocol.schema.json every message \
        in both directions, and app.schema.json the view types (JSON Schema).

        With --diff nothing is written: each change that a client of the older contract may notice is \
        printed on a line, and the status is 1 if one of them may break it.
        """)
  }

  @Flag(help: "Write nothing; fail if a file differs from what would be written.")
  var check = false

  @Option(
    help: ArgumentHelp("Say what has changed since an older openrpc.json, or the folder of one.", valueName: "old"),
    completion: .file())
  var diff: String?

  @Argument(help: "The folder of the schema files.", completion: .directory)
  var folder = SchemaDefaults.folder

  func validate() throws {
    if check, diff != nil { throw ValidationError("--check and --diff cannot be used together.") }
  }

  func run() throws {
    if let diff { return try compare(with: ContractFile(openRPCAt: diff)) }
    let app = try describe()
    let documents = [
      (ContractFile.openRPCName, OpenRPCDocument(of: app).text), ("protocol.schema.json", ProtocolSchema().text),
      ("app.schema.json", app.text),
    ]
    for (name, text) in documents {
      let file = ContractFile(name, in: folder)
      let lines = Array("\(try JSONValue(parsing: text).lines)\n".utf8)
      if !check {
        try file.write(lines)
      } else if try file.text() != lines {
        throw outOfDate(file)
      }
    }
  }

  private func compare(with old: ContractFile) throws {
    let comparison = try ContractComparison(
      from: old.readOpenRPC(), to: JSONValue(parsing: OpenRPCDocument(of: describe()).text))
    let count = comparison.changes.count(where: \.isBreaking)
    let summary = "\(count) breaking, \(comparison.changes.count - count) compatible"
    // The older document may come from anywhere.
    try Console.write((comparison.changes.map(\.description.printable) + [summary]).joined(separator: "\n"))
    if count > 0 { throw ExitCode.failure }
  }

  /// Describes the app as it is without options. What it prints meanwhile goes to stderr.
  private func describe() throws -> AppSchema {
    try Console.keepingOutputClean {
      // A command runs on the main thread.
      try MainActor.assumeIsolated { try AppSchema(of: Source.Made()) }
    }
  }

  private func outOfDate(_ file: ContractFile) -> ValidationError {
    let argument = folder == SchemaDefaults.folder ? "" : " \(folder)"
    return ValidationError(
      "\(file.path) is out of date: run `\(CommandName.current) schema\(argument)` and review the difference.")
  }
}

/// What `schema` does if nothing else is said.
enum SchemaDefaults {
  /// Where the files are.
  static let folder = "schemas"
}
