/// A place in a JSON document, according to RFC 6901: `/user/friendIDs/0`.
public struct JSONPointer: Hashable, Sendable {
  private var components: [String]

  /// Creates a pointer from member names and array indices, outermost first.
  public init(_ components: String...) {
    self.components = components
  }

  /// Parses the text of a pointer. Returns nil if the text is not a pointer.
  public init?(parsing text: String) {
    guard text.isEmpty || text.hasPrefix("/") else { return nil }
    components = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
      String($0).replacing("~1", with: "/").replacing("~0", with: "~")
    }
  }

  /// Whether the pointer refers to the document itself.
  public var isRoot: Bool { components.isEmpty }

  /// The outermost name or index; nil for the document itself.
  package var first: String? { components.first }

  /// Whether the pointer is longer than a name may be. Messages do not repeat such a pointer.
  package var isLong: Bool { components.reduce(0) { $0 + $1.utf8.count + 1 } > 1024 }

  /// Returns the pointer to a member or an element of the value at this place.
  public func appending(_ component: some LosslessStringConvertible) -> JSONPointer {
    var pointer = self
    pointer.components.append(component.description)
    return pointer
  }

  /// Returns the pointer to a place, given its pointer relative to this place.
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
  /// The text of the pointer, with a `/` before each component. The text is empty for the document itself.
  public var description: String {
    components.reduce(into: "") { $0 += "/" + JSONPointer.escaped($1) }
  }

  /// A component as it is written in the text of a pointer.
  package static func escaped(_ component: String) -> String {
    guard component.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
      return component
    }
    return component.unicodeScalars.reduce(into: "") { text, scalar in
      text += scalar == "~" ? "~0" : scalar == "/" ? "~1" : String(scalar)
    }
  }
}
