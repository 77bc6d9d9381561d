import ArgumentParser
import JSON
import LocalSocket
import SystemSupport

/// A file that contains a document of the contract.
struct ContractFile {
  static let openRPCName = "openrpc.json"
  /// The maximum size of a file, in bytes. Every document is smaller. Without the limit, reading a device that never
  /// ends would not stop.
  private static let maximumSize = 64 << 20

  let path: String

  /// Creates a reference to a file in a directory.
  init(_ name: String, in directory: String) {
    path = directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
  }

  /// Creates a reference to the OpenRPC document at a path. The path may also name the document's directory.
  init(openRPCAt path: String) {
    let isDirectory = (try? Stat(path))?.type == .directory
    self = isDirectory ? ContractFile(Self.openRPCName, in: path) : ContractFile(path: path)
  }

  private init(path: String) { self.path = path }

  /// Reads the text of the file, which may be a pipe: `--diff <(git show v1:schemas/openrpc.json)`.
  func text() throws -> [UInt8] {
    var text: [UInt8] = []
    do {
      let file = OwnedDescriptor(try .open(path, .readOnly, options: .closeOnExec))
      var part = [UInt8](repeating: 0, count: 1 << 20)
      while text.count <= ContractFile.maximumSize {
        let count = try part.withUnsafeMutableBytes { try file.file.read(into: $0) }
        guard count > 0 else { return text }
        text += part[..<count]
      }
    } catch {
      throw ValidationError("\(path) cannot be read: \(error).")
    }
    throw ValidationError("\(path) is too large: expected at most 64 MiB.")
  }

  /// Reads an OpenRPC document.
  func readOpenRPC() throws -> JSONValue {
    do {
      let document = try JSONValue(parsing: text())
      guard document["openrpc"] != nil else {
        throw ValidationError("\(path) is not an OpenRPC document: the member openrpc is missing.")
      }
      return document
    } catch let error as JSONParsingError {
      throw ValidationError("\(path): \(error)")
    }
  }

  /// Writes the text, and creates the directory if necessary.
  func write(_ text: [UInt8]) throws {
    do {
      for end in path.indices.dropFirst() where path[end] == "/" {
        guard mkdir(String(path[..<end]), 0o777) == 0 || errno == EEXIST else { throw Errno(rawValue: errno) }
      }
      let mode: FilePermissions = [.ownerReadWrite, .groupReadWrite, .otherReadWrite]
      let file = try FileDescriptor.open(
        path, .writeOnly, options: [.create, .truncate, .closeOnExec], permissions: mode)
      try file.closeAfter { _ = try file.writeAll(text) }
    } catch {
      throw ValidationError("\(path) cannot be written: \(error).")
    }
  }
}
