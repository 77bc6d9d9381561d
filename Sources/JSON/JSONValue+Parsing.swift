import CJansson

extension JSONValue {
  /// How deep arrays and objects may nest unless a caller says otherwise.
  public static let defaultMaximumDepth = 512

  /// How many bytes a tree is likely to take: most messages take 15 to 17 times their text.
  private static func likelySize(ofText count: Int) -> Int { 18 * count + 128 }

  /// Parses one JSON text of RFC 8259: any value, UTF-8, without duplicate keys.
  ///
  /// Integers are 64-bit; one that does not fit is refused, and so is a real beyond a double.
  ///
  /// - Parameters:
  ///   - maximumCount: The limit to all values: elements, members and the outermost value. Each takes up to 230 bytes,
  ///     also where it is `{}`.
  ///   - maximumElements: The limit to the elements of the outermost value, if it is an array.
  public init(
    parsing bytes: UnsafeRawBufferPointer, maximumDepth: Int = defaultMaximumDepth, maximumCount: Int = .max,
    maximumElements: Int = .max
  ) throws(JSONParsingError) {
    let nesting = JSONNesting(
      maximumDepth: maximumDepth, maximumCount: maximumCount, maximumElements: maximumElements)
    if nesting.needsCheck(size: bytes.count) { try nesting.check(bytes) }
    // jansson passes over a NUL after a number or a word.
    if let nul = bytes.offset(of: 0) { throw JSONParsingError(.syntax, at: nul, in: bytes) }
    var failure = json_error_t()
    let flags = JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL
    let start = bytes.assumingMemoryBound(to: CChar.self).baseAddress
    guard let start else { throw JSONParsingError(reason: .syntax, line: 1, column: 0) }
    let document = JSONDocument(size: JSONValue.likelySize(ofText: bytes.count)) {
      json_loadb(start, bytes.count, Int(flags), &failure)
    }
    guard let document else { throw JSONParsingError(failure) }
    self.init(document: document, node: document.root)
  }

  /// Parses one JSON text held in an array.
  public init(
    parsing bytes: [UInt8], maximumDepth: Int = defaultMaximumDepth, maximumCount: Int = .max
  ) throws(JSONParsingError) {
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(JSONParsingError) in
        try JSONValue(parsing: buffer, maximumDepth: maximumDepth, maximumCount: maximumCount)
      }
    }
    self = try result.get()
  }

  /// Parses one JSON text held in a string.
  public init(parsing text: String, maximumDepth: Int = defaultMaximumDepth) throws(JSONParsingError) {
    try self.init(parsing: Array(text.utf8), maximumDepth: maximumDepth)
  }
}
