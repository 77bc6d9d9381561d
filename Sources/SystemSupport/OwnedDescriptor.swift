/// A descriptor that is closed when the last reference to this object is released.
package final class OwnedDescriptor: Sendable {
  package let number: Int32

  package init(_ number: Int32) {
    self.number = number
  }

  package init(_ file: FileDescriptor) {
    number = file.rawValue
  }

  deinit {
    close(number)
  }

  package var file: FileDescriptor { FileDescriptor(rawValue: number) }

  /// Reads the bytes from the current position to the end.
  package func readToEnd() throws -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try part.withUnsafeMutableBytes { try file.read(into: $0) }
      guard count > 0 else { return bytes }
      bytes += part[..<count]
    }
  }
}
