import ArgumentParser
import Foundation
import JSON

/// A file with a document of the contract.
struct ContractFile {
  static let openRPCName = "openrpc.json"
  /// More than any document has; a device that never ends is not read for ever.
  private static let maximumSize = 64 << 20

  private let url: URL

  /// A file in a folder.
  init(_ name: String, in folder: String) {
    url = URL(filePath: folder).appending(path: name)
  }

  /// The OpenRPC document at a path, or in the folder there.
  init(openRPCAt path: String) {
    var isFolder: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    self = isFolder.boolValue ? ContractFile(Self.openRPCName, in: path) : ContractFile(url: URL(filePath: path))
  }

  private init(url: URL) { self.url = url }

  /// Reads the text; a pipe will do: `--diff <(git show v1:schemas/openrpc.json)`.
  func read() throws -> Data {
    var text = Data()
    do {
      let handle = try FileHandle(forReadingFrom: url)
      while let part = try handle.read(upToCount: 1 << 20), !part.isEmpty {
        text += part
        guard text.count <= ContractFile.maximumSize else { break }
      }
    } catch {
      throw ValidationError("\(url.relativePath) cannot be read: \(error.localizedDescription)")
    }
    guard text.count <= ContractFile.maximumSize else {
      throw ValidationError("\(url.relativePath) is too large: a contract has less than 64 MiB.")
    }
    return text
  }

  /// Reads an OpenRPC document.
  func readOpenRPC() throws -> JSONValue {
    do {
      let document = try JSONValue(parsing: Array(read()))
      guard document["openrpc"] != nil else { throw ValidationError("\(url.relativePath) is no OpenRPC document.") }
      return document
    } catch let error as JSONParsingError {
      throw ValidationError("\(url.relativePath): \(error)")
    }
  }

  /// What the command takes to write the file where it is.
  private var argument: String {
    let folder = url.deletingLastPathComponent().relativePath
    return folder == SchemaDefaults.folder ? "" : " \(folder)"
  }

  /// Checks that the text is the one that would be written.
  func check(_ text: Data) throws {
    guard try read() == text else {
      throw ValidationError(
        "\(url.relativePath) is out of date: run `\(CommandName.current) schema\(argument)` and review the difference.")
    }
  }

  /// Writes the text, and makes the folder if there is none.
  func write(_ text: Data) throws {
    do {
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: url)
    } catch {
      throw ValidationError("\(url.relativePath) cannot be written: \(error.localizedDescription)")
    }
  }
}
