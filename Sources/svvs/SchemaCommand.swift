import ArgumentParser
import DemoApp
import Foundation
import StateServer

/// `svvs schema`: writes the description of the shipped app for front-end authors.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Write the JSON Schema of every view type, or check that it is up to date.")

  @Flag(help: "Write nothing; fail if a file differs from what would be written.")
  var check = false

  @Argument(help: "The folder of the schema files.")
  var folder = "schemas"

  func run() throws {
    let file = URL(filePath: folder).appending(path: "app.schema.json")
    let text = try prettyPrinted(MainActor.assumeIsolated { AppSchema(of: DemoApp()).text })
    guard check else {
      do {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return try text.write(to: file)
      } catch {
        throw ValidationError("\(file.relativePath) cannot be written: \(error.localizedDescription)")
      }
    }
    guard FileManager.default.contents(atPath: file.path) == text else {
      throw ValidationError("\(file.relativePath) is out of date: run `svvs schema` and review the difference.")
    }
  }

  private func prettyPrinted(_ text: [UInt8]) throws -> Data {
    let value = try JSONSerialization.jsonObject(with: Data(text))
    let options: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try JSONSerialization.data(withJSONObject: value, options: options) + Data("\n".utf8)
  }
}
