/// The check that a text does not nest deeper, and has no more values, than is allowed.
///
/// jansson recurses once a level and has a limit of its own, fixed when it was compiled; ours comes
/// from the caller and is judged before the first allocation.
enum JSONNesting {
  static func check(
    _ bytes: UnsafeRawBufferPointer, maximumDepth: Int, maximumCount: Int
  ) throws(JSONParsingError) {
    var depth = 0
    // Each value but the first of all stands behind one of these; an empty array or object counts as two.
    var count = 1
    var isInString = false
    var isEscaped = false
    for (position, byte) in bytes.enumerated() {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        count += 1
        if depth > maximumDepth { throw JSONParsingError(.tooDeep, at: position, in: bytes) }
        if count > maximumCount { throw JSONParsingError(.tooMany, at: position, in: bytes) }
      case UInt8(ascii: ","):
        count += 1
        if count > maximumCount { throw JSONParsingError(.tooMany, at: position, in: bytes) }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
  }
}
