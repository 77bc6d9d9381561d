import ArgumentParser
import DemoApp
import Foundation
import StateServer

/// `svvs schema`: writes the description of the protocol and of the shipped app.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Write the schemas of the protocol and of the app, or check that they are up to date.",
    discussion: """
      openrpc.json has the methods, actions and errors (OpenRPC); protocol.schema.json every message \
      in both directions, and app.schema.json the view types (JSON Schema).
      """)

  @Flag(help: "Write nothing; fail if a file differs from what would be written.")
  var check = false

  @Argument(help: "The folder of the schema files.")
  var folder = "schemas"

  func run() throws {
    let documents = MainActor.assumeIsolated {
      let app = DemoApp()
      return [
        ("openrpc.json", OpenRPCDocument(of: app).text), ("protocol.schema.json", ProtocolSchema().text),
        ("app.schema.json", AppSchema(of: app).text),
      ]
    }
    for (name, text) in documents {
      let file = URL(filePath: folder).appending(path: name)
      if check { try self.check(file, prettyPrinted(text)) } else { try write(prettyPrinted(text), to: file) }
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
