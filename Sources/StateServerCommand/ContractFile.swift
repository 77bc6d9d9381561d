import ArgumentParser
import JSON
import LocalSocket

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file with a document of the contract.
struct ContractFile {
  static let openRPCName = "openrpc.json"
  /// More than any document has; a device that never ends is not read for ever.
  private static let maximumSize = 64 << 20

  let path: String

  /// A file in a folder.
  init(_ name: String, in folder: String) {
    path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// The OpenRPC document at a path, or in the folder there.
  init(openRPCAt path: String) {
    var status = stat()
    let isFolder = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    self = isFolder ? ContractFile(Self.openRPCName, in: path) : ContractFile(path: path)
  }

  private init(path: String) { self.path = path }

  /// Reads the text; a pipe will do: `--diff <(git show v1:schemas/openrpc.json)`.
  func text() throws -> [UInt8] {
    var text: [UInt8] = []
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("cannot be read") }
    defer { close(descriptor) }
    var part = [UInt8](repeating: 0, count: 1 << 20)
    while text.count <= ContractFile.maximumSize {
      let count = read(descriptor, &part, part.count)
      guard count >= 0 else { throw failure("cannot be read") }
      guard count > 0 else { return text }
      text += part[..<count]
    }
    throw ValidationError("\(path) is too large: a contract has less than 64 MiB.")
  }

  /// Reads an OpenRPC document.
  func readOpenRPC() throws -> JSONValue {
    do {
      let document = try JSONValue(parsing: text())
      guard document["openrpc"] != nil else { throw ValidationError("\(path) is no OpenRPC document.") }
      return document
    } catch let error as JSONParsingError {
      throw ValidationError("\(path): \(error)")
    }
  }

  /// Writes the text, and makes the folder if there is none.
  func write(_ text: [UInt8]) throws {
    for end in path.indices.dropFirst() where path[end] == "/" {
      guard mkdir(String(path[..<end]), 0o777) == 0 || errno == EEXIST else { throw failure("cannot be written") }
    }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure("cannot be written") }
    defer { close(descriptor) }
    if let reason = text.withUnsafeBytes({ BlockingStream.writeAll($0, to: descriptor) }) {
      throw failure("cannot be written", errno: reason)
    }
  }

  private func failure(_ what: String, errno reason: Int32 = errno) -> ValidationError {
    ValidationError("\(path) \(what): \(String(cString: strerror(reason))).")
  }
}
