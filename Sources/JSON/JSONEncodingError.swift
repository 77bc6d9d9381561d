/// The error for a value without a JSON form, such as a number that is not finite.
public struct JSONEncodingError: Error, Hashable, Sendable {
  /// The place of the value in the text that was written.
  public let path: JSONPointer
  /// The reason as the end of a sentence, for example "must be a finite number".
  public let reason: String

  /// Creates an error at a place.
  public init(_ reason: String, at path: JSONPointer) {
    self.path = path
    self.reason = reason
  }
}

extension JSONEncodingError: CustomStringConvertible {
  /// The path, if it is not empty, and the reason.
  public var description: String { path.isRoot ? reason : "\(path) \(reason)" }
}

extension JSONPointer {
  /// Creates the pointer to the next value of a text that is being written.
  ///
  /// The path is found by reading the text, and only if there is an error. Writing correct values therefore takes no
  /// time for paths.
  init(ofNextValueIn text: [UInt8]) {
    self.init()
    // The arrays and objects that have not ended, each with the number of its commas and the range of its last string.
    var open: [(isArray: Bool, commas: Int, key: Range<Int>)] = []
    var position = 0
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: "\""):
        let start = position
        position += 1
        while text[position] != UInt8(ascii: "\"") { position += text[position] == UInt8(ascii: "\\") ? 2 : 1 }
        if !open.isEmpty { open[open.count - 1].key = start..<position + 1 }
      case UInt8(ascii: "["): open.append((true, 0, 0..<0))
      case UInt8(ascii: "{"): open.append((false, 0, 0..<0))
      case UInt8(ascii: "]"), UInt8(ascii: "}"): open.removeLast()
      case UInt8(ascii: ","): open[open.count - 1].commas += 1
      default: break
      }
      position += 1
    }
    for (index, (isArray, commas, key)) in open.enumerated() {
      guard isArray else {
        self = appending((try? JSONValue(parsing: Array(text[key])).string) ?? "")
        continue
      }
      // The next value is in the innermost array. The comma before it is not written yet, and before the first element
      // there is none.
      let isInnermost = index == open.count - 1 && text.last != UInt8(ascii: "[")
      self = appending(isInnermost ? commas + 1 : commas)
    }
  }
}
