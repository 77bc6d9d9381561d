/// Writes JSON text, compact and in UTF-8.
///
/// The writer adds the commas, and ``object(_:)`` and ``array(_:)`` add both brackets. Numbers are written in the
/// shortest form that is read as the same value, so 0.1 is written as `0.1`.
///
/// ```swift
/// var writer = JSONWriter()
/// writer.object { writer in
///   writer.member("id", 1)
///   writer.member("name", "User A")
/// }
/// ```
public struct JSONWriter: Sendable {
  /// The text so far.
  public package(set) var bytes: [UInt8] = []

  /// The error for the first value that has no JSON form. Nil if all values have one. Such a value is written as
  /// `null`.
  ///
  /// After an error, all further arrays and objects are also written as `null`. Otherwise, writing a value that
  /// contains itself would not end.
  public private(set) var error: JSONEncodingError?

  /// Whether an instance of a class was read. The next time, its text may differ, although the reference is the same.
  public private(set) var readsObjects = false

  /// The maximum depth of nested arrays and objects, twice ``JSONValue/defaultMaximumDepth``.
  public static let maximumDepth = 1024

  private var needsComma = false
  private var depth = 0

  /// Creates a writer without text.
  public init() {}

  /// Creates a writer for a part of the value that is being written. Its depth begins at the depth of this writer.
  func nested() -> JSONWriter {
    var writer = JSONWriter()
    writer.depth = depth + 1
    return writer
  }

  /// Reserves memory for an approximate number of bytes.
  package mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  /// Removes the text and keeps the memory.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
    depth = 0
    error = nil
    readsObjects = false
  }

  /// Returns ``error`` and removes it, so that the values that follow are written.
  package mutating func takeError() -> JSONEncodingError? { error.take() }

  /// Sets ``readsObjects``, so that the text is not shared with another reader of the same reference.
  public mutating func markReadsObjects() { readsObjects = true }

  /// Writes an object. `body` writes its members.
  public mutating func object(_ body: (inout JSONWriter) -> Void) {
    guard begin(UInt8(ascii: "{")) else { return }
    body(&self)
    end(UInt8(ascii: "}"))
  }

  /// Writes an array. `body` writes its elements.
  public mutating func array(_ body: (inout JSONWriter) -> Void) {
    guard begin(UInt8(ascii: "[")) else { return }
    body(&self)
    end(UInt8(ascii: "]"))
  }

  /// Writes one member of the open object.
  public mutating func member(_ name: String, _ value: some JSONEncodable) {
    key(name)
    value.encode(to: &self)
  }

  /// Writes members that are already JSON text, such as `"jsonrpc":"2.0"`, into the open object.
  @usableFromInline
  package mutating func write(members text: StaticString) {
    write(literal: text)
  }

  /// Writes a value that has a JSON form.
  public mutating func write(_ value: some JSONEncodable) {
    value.encode(to: &self)
  }

  /// Writes a value that is already JSON text.
  public mutating func write(encoded text: [UInt8]) {
    separate()
    // With a buffer pointer, the array is not retained and released.
    text.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
  }

  /// Writes a value that is already JSON text.
  package mutating func write(encoded text: UnsafeRawBufferPointer) {
    separate()
    bytes.append(contentsOf: text)
  }

  private mutating func write(literal: StaticString) {
    separate()
    literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Begins an array or object. If it is too deep, or there was an error before, writes `null` in its place and returns
  /// false.
  private mutating func begin(_ bracket: UInt8) -> Bool {
    guard depth < JSONWriter.maximumDepth, error == nil else {
      writeError("must not nest deeper than \(JSONWriter.maximumDepth) levels")
      return false
    }
    depth += 1
    separate()
    bytes.append(bracket)
    needsComma = false
    return true
  }

  private mutating func end(_ bracket: UInt8) {
    depth -= 1
    bytes.append(bracket)
    needsComma = true
  }

  /// Appends a value or a key of at most `count` bytes. `write` writes the bytes and returns their number.
  ///
  /// Checks the capacity and the unique reference once, instead of once per byte.
  @inline(__always)
  mutating func append(upTo count: Int, isKey: Bool = false, _ write: (UnsafeMutablePointer<UInt8>) -> Int) {
    let separators = needsComma ? 1 : 0
    needsComma = !isKey
    bytes.append(addingCapacity: separators + count) { span in
      span.withUnsafeMutableBufferPointer { memory, written in
        guard let start = memory.baseAddress else { return }
        start.pointee = UInt8(ascii: ",")  // Overwritten if no comma is needed.
        written = separators + write(start + separators)
      }
    }
  }

  /// Ends a key whose name was written as a value.
  mutating func endKey() {
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }
}

extension JSONWriter: CustomStringConvertible {
  /// The text so far.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}

// MARK: - Scalars

extension JSONWriter {
  /// Writes a boolean.
  public mutating func write(_ value: Bool) {
    write(literal: value ? "true" : "false")
  }

  /// Writes an integer.
  public mutating func write(_ value: Int64) {
    let count = JSONWriter.countOfDigits(value.magnitude) + (value < 0 ? 1 : 0)
    append(upTo: count) { memory in
      memory[0] = UInt8(ascii: "-")  // Overwritten if the value is not negative.
      var (position, rest) = (count, value.magnitude)
      repeat {
        position -= 1
        memory[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      return count
    }
  }

  private static func countOfDigits(_ value: UInt64) -> Int {
    var (count, rest) = (1, value)
    while rest >= 10 { (count, rest) = (count + 1, rest / 10) }
    return count
  }

  /// Writes a number. Infinity and NaN have no JSON form.
  public mutating func write(_ value: Double) { write(number: value) }

  /// Writes a number. Infinity and NaN have no JSON form.
  public mutating func write(_ value: Float) { write(number: value) }

  private mutating func write(number value: some BinaryFloatingPoint & CustomStringConvertible) {
    guard value.isFinite else { return writeError("must be a finite number") }
    separate()
    bytes.append(contentsOf: value.description.utf8)
  }

  /// Writes `null` in place of a value without a JSON form. Sets ``error``, unless there was an error before.
  public mutating func writeError(_ reason: String) {
    if error == nil { error = JSONEncodingError(reason, at: JSONPointer(ofNextValueIn: bytes)) }
    writeNull()
  }

  /// Writes `null`.
  public mutating func writeNull() {
    write(literal: "null")
  }
}
