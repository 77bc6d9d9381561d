import ArgumentParser
import JSON
import StateServer
import SystemSupport

/// `schema`: writes the schemas of the protocol and of the app.
struct SchemaCommand<Source: AppSource>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "schema",
      abstract: "Write the schemas of the protocol and of the app, or check that they are up to date.",
      discussion: """
        openrpc.json describes the methods, actions and errors (OpenRPC), protocol.schema.json all messages in both \
        directions, app.schema.json the view types (JSON Schema), screens.json what people see of the views, and \
        screens.schema.json the form of the screens (JSON Schema).

        With --diff no file is written: each change that may affect a client of the older contract is printed on a \
        line, and the status is 1 if a change may break such a client.
        """)
  }

  @Flag(help: "Do not write files; fail if a file is out of date.")
  var check = false

  @Option(
    help: ArgumentHelp(
      "Print the changes since an older openrpc.json, given by its path or directory.", valueName: "old"),
    completion: .file())
  var diff: String?

  @Argument(help: "The directory of the schema files.", completion: .directory)
  var directory = SchemaCommand.defaultDirectory

  private static var defaultDirectory: String { "schemas" }

  func validate() throws {
    if check, diff != nil { throw ValidationError("--check and --diff cannot be used together.") }
  }

  func run() throws {
    if let diff { return try compare(with: ContractFile(openRPCAt: diff)) }
    let app = try describe()
    let documents = [
      (ContractFile.openRPCName, OpenRPCDocument(of: app).text), ("protocol.schema.json", ProtocolSchema().text),
      ("app.schema.json", app.text), ("screens.json", app.screensText), ("screens.schema.json", ScreenSchema().text),
    ]
    for (name, text) in documents {
      let file = ContractFile(name, in: directory)
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
    // The older document may contain control characters.
    try Console.write((comparison.changes.map(\.description.printable) + [summary]).joined(separator: "\n"))
    if count > 0 { throw ExitCode.failure }
  }

  /// Describes the app without options. Text that the app prints meanwhile goes to stderr.
  private func describe() throws -> AppSchema {
    try Console.keepingOutputClean {
      // A command runs on the main thread.
      try MainActor.assumeIsolated { try AppSchema(of: Source.Made()) }
    }
  }

  private func outOfDate(_ file: ContractFile) -> ValidationError {
    let argument = directory == SchemaCommand.defaultDirectory ? "" : " \(directory)"
    return ValidationError(
      "\(file.path) is out of date: run `\(CommandName.current) schema\(argument)` and review the difference.")
  }
}
