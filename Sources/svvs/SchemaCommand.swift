import ArgumentParser
import DemoApp
import Foundation
import JSON
import StateServer

private let openRPCName = "openrpc.json"

/// `svvs schema`: writes the description of the protocol and of the shipped app.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Write the schemas of the protocol and of the app, or check that they are up to date.",
    discussion: """
      openrpc.json has the methods, actions and errors (OpenRPC); protocol.schema.json every message \
      in both directions, and app.schema.json the view types (JSON Schema).

      With --diff nothing is written: each change that a client of the older contract may notice is \
      printed on a line, and the status is 1 if one of them may break it.
      """)

  @Flag(help: "Write nothing; fail if a file differs from what would be written.")
  var check = false

  @Option(
    help: ArgumentHelp("Say what has changed since an older openrpc.json, or the folder of one.", valueName: "old"))
  var diff: String?

  @Argument(help: "The folder of the schema files.")
  var folder = "schemas"

  func validate() throws {
    if check, diff != nil { throw ValidationError("--check and --diff cannot be used together.") }
  }

  func run() throws {
    if let diff { return try compare(with: diff) }
    let documents = MainActor.assumeIsolated {
      let app = DemoApp()
      return [
        (openRPCName, OpenRPCDocument(of: app).text), ("protocol.schema.json", ProtocolSchema().text),
        ("app.schema.json", AppSchema(of: app).text),
      ]
    }
    for (name, text) in documents {
      let file = URL(filePath: folder).appending(path: name)
      if check { try self.check(file, prettyPrinted(text)) } else { try write(prettyPrinted(text), to: file) }
    }
  }

  private func compare(with path: String) throws {
    let comparison = try ContractComparison(
      from: document(at: path), to: JSON(parsing: MainActor.assumeIsolated { OpenRPCDocument(of: DemoApp()).text }))
    for change in comparison.changes { print(change) }
    let count = comparison.changes.count(where: \.isBreaking)
    print("\(count) breaking, \(comparison.changes.count - count) compatible")
    if count > 0 { throw ExitCode.failure }
  }

  private func document(at path: String) throws -> JSON {
    var isFolder: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    let file = isFolder.boolValue ? URL(filePath: path).appending(path: openRPCName) : URL(filePath: path)
    let text: Data
    // A handle, unlike `Data(contentsOf:)`, reads a pipe too: `--diff <(git show v1:schemas/openrpc.json)`.
    do { text = try FileHandle(forReadingFrom: file).readToEnd() ?? Data() } catch {
      throw ValidationError("\(file.relativePath) cannot be read: \(error.localizedDescription)")
    }
    do {
      let document = try JSON(parsing: Array(text))
      guard document["openrpc"] != nil else { throw ValidationError("\(file.relativePath) is no OpenRPC document.") }
      return document
    } catch let error as JSONParsingError {
      throw ValidationError("\(file.relativePath): \(error)")
    }
  }

  private func check(_ file: URL, _ text: Data) throws {
    guard FileManager.default.contents(atPath: file.path) == text else {
      throw ValidationError("\(file.relativePath) is out of date: run `svvs schema` and review the difference.")
    }
  }

  private func write(_ text: Data, to file: URL) throws {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try text.write(to: file)
    } catch {
      throw ValidationError("\(file.relativePath) cannot be written: \(error.localizedDescription)")
    }
  }

  private func prettyPrinted(_ text: [UInt8]) throws -> Data {
    let value = try JSONSerialization.jsonObject(with: Data(text))
    let options: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try JSONSerialization.data(withJSONObject: value, options: options) + Data("\n".utf8)
  }
}
