/// A place in a JSON document, written as RFC 6901 says: `/user/friendIDs/0`.
public struct JSONPointer: Hashable, Sendable {
  private var components: [String]

  /// A pointer through member names and array indices, outermost first.
  public init(_ components: String...) {
    self.components = components
  }

  /// Reads the text of a pointer; nil if it is not one.
  public init?(parsing text: String) {
    guard text.isEmpty || text.hasPrefix("/") else { return nil }
    components = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
      String($0).replacing("~1", with: "/").replacing("~0", with: "~")
    }
  }

  /// Whether this points at the document itself.
  public var isRoot: Bool { components.isEmpty }

  /// The outermost name or index; nil for the document itself.
  package var first: String? { components.first }

  /// About how many bytes the text takes: those of the names, unescaped.
  package var approximateSize: Int { components.reduce(0) { $0 + $1.utf8.count + 1 } }

  /// Whether it is longer than names are, so that it is not told twice.
  package var isLong: Bool { approximateSize > 1024 }

  /// The place of a member or an element of what this points at.
  public func appending(_ component: some LosslessStringConvertible) -> JSONPointer {
    var pointer = self
    pointer.components.append(component.description)
    return pointer
  }

  /// The place that another pointer leads to from what this points at.
  public func appending(contentsOf other: JSONPointer) -> JSONPointer {
    var pointer = self
    pointer.components += other.components
    return pointer
  }

  mutating func prepend(_ component: String) {
    components.insert(component, at: 0)
  }
}

extension JSONPointer: CustomStringConvertible {
  /// The pointer's text: empty for the document, else each component behind a `/`.
  public var description: String {
    components.reduce(into: "") { text, component in
      text += "/"
      text += component.utf8.contains(where: JSONPointer.isEscaped) ? JSONPointer.escaped(component) : component
    }
  }

  private static func isEscaped(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "~") || byte == UInt8(ascii: "/") }

  private static func escaped(_ component: String) -> String {
    var bytes: [UInt8] = []
    for byte in component.utf8 {
      guard isEscaped(byte) else {
        bytes.append(byte)
        continue
      }
      bytes.append(UInt8(ascii: "~"))
      bytes.append(byte == UInt8(ascii: "~") ? UInt8(ascii: "0") : UInt8(ascii: "1"))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
