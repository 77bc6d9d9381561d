/// Limits to the depth and to the number of values of a JSON text.
///
/// Jansson recurses once per level, and its own limit is fixed when it is compiled. These limits are set by the caller
/// and checked before jansson allocates memory.
struct JSONNesting {
  let maximumDepth: Int
  /// The maximum number of values. All elements, all members and the outermost value count.
  let maximumCount: Int
  /// The maximum number of elements of the outermost value, if it is an array.
  let maximumElements: Int

  /// Whether a text of this size, in bytes, can exceed a limit.
  func needsCheck(size: Int) -> Bool { size > min(maximumDepth, maximumCount, maximumElements) }

  func check(_ bytes: UnsafeRawBufferPointer) throws(JSONParsingError) {
    var depth = 0
    // Each value except the outermost follows a comma or is the first of an array or object.
    var (count, elements) = (1, 0)
    var isArray = false
    var position = 0
    func addValue() throws(JSONParsingError) {
      count += 1
      if depth == 1, isArray { elements += 1 }
      if count > maximumCount { throw JSONParsingError(.tooMany, at: position, in: bytes) }
      if elements > maximumElements { throw JSONParsingError(.tooManyElements, at: position, in: bytes) }
    }
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""): position = JSONNesting.endOfString(in: bytes, from: position + 1)
      case UInt8(ascii: ","): try addValue()
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        if depth == 0 { isArray = bytes[position] == UInt8(ascii: "[") }
        depth += 1
        if depth > maximumDepth { throw JSONParsingError(.tooDeep, at: position, in: bytes) }
        if !JSONNesting.isEmpty(bytes[(position + 1)...]) { try addValue() }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
      position += 1
    }
  }

  /// Whether an array or object is empty, given the text after its opening bracket.
  private static func isEmpty(_ rest: Slice<UnsafeRawBufferPointer>) -> Bool {
    let next = rest.first { !$0.isWhiteSpace }
    return next == UInt8(ascii: "]") || next == UInt8(ascii: "}")
  }

  /// The position of the quotation mark that ends a string; the end of the text if there is none.
  private static func endOfString(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var position = start
    while position < bytes.count, let quote = bytes.offset(of: UInt8(ascii: "\""), from: position) {
      // After an odd number of backslashes, the quotation mark is escaped and does not end the string.
      var first = quote
      while first > start, bytes[first - 1] == UInt8(ascii: "\\") { first -= 1 }
      if (quote - first).isMultiple(of: 2) { return quote }
      position = quote + 1
    }
    return bytes.count
  }
}
