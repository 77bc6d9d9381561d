import CJansson

extension JSONValue {
  /// The default maximum depth of nested arrays and objects.
  public static let defaultMaximumDepth = 512

  /// Returns the probable size of a tree, in bytes. The trees of most messages are 15 to 17 times as large as their
  /// texts.
  private static func likelySize(ofText count: Int) -> Int { 18 * count + 128 }

  /// Parses one JSON text according to RFC 8259. The text is any value, in UTF-8, without duplicate keys.
  ///
  /// Refuses integers that do not fit into 64 bits and reals outside of the range of `Double`.
  ///
  /// - Parameters:
  ///   - maximumDepth: The maximum depth of nested arrays and objects.
  ///   - maximumCount: The maximum number of values. All elements, all members and the outermost value count. Each
  ///     value takes up to 230 bytes of memory, even if its text is only `{}`.
  ///   - maximumElements: The maximum number of elements of the outermost value, if it is an array.
  ///   - readsIntegersAsReals: Whether integers of any size are accepted, and rounded to the nearest `Double`.
  public init(
    parsing bytes: UnsafeRawBufferPointer, maximumDepth: Int = defaultMaximumDepth, maximumCount: Int = .max,
    maximumElements: Int = .max, readsIntegersAsReals: Bool = false
  ) throws(JSONParsingError) {
    let nesting = JSONNesting(
      maximumDepth: maximumDepth, maximumCount: maximumCount, maximumElements: maximumElements)
    if nesting.needsCheck(size: bytes.count) { try nesting.check(bytes) }
    // Jansson would ignore a NUL after a number or a word.
    if let nul = bytes.offset(of: 0) { throw JSONParsingError(.syntax, at: nul, in: bytes) }
    var failure = json_error_t()
    let integers = readsIntegersAsReals ? JSON_DECODE_INT_AS_REAL : 0
    let flags = JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL | integers
    let start = bytes.assumingMemoryBound(to: CChar.self).baseAddress
    guard let start else { throw JSONParsingError(reason: .syntax, line: 1, column: 0) }
    let document = JSONDocument(size: JSONValue.likelySize(ofText: bytes.count)) {
      json_loadb(start, bytes.count, Int(flags), &failure)
    }
    guard let document else { throw JSONParsingError(failure) }
    self.init(document: document, node: document.root)
  }

  /// Parses one JSON text in an array.
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

  /// Parses one JSON text in a string.
  public init(parsing text: String, maximumDepth: Int = defaultMaximumDepth) throws(JSONParsingError) {
    try self.init(parsing: Array(text.utf8), maximumDepth: maximumDepth)
  }
}
