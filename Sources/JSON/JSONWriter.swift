/// Writes JSON text, compact and in UTF-8.
///
/// Commas are the writer's business; balance of the brackets is the caller's. Numbers are written
/// in the shortest form that reads back as the same value, so 0.1 is `0.1`.
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
  public internal(set) var bytes: [UInt8] = []

  private var needsComma = false

  /// Makes a writer with no text.
  public init() {}

  /// Forgets the text and keeps the memory.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  /// Writes an object whose members `body` writes.
  public mutating func object(_ body: (inout JSONWriter) -> Void) {
    beginObject()
    body(&self)
    endObject()
  }

  /// Writes an array whose elements `body` writes.
  public mutating func array(_ body: (inout JSONWriter) -> Void) {
    separate()
    bytes.append(UInt8(ascii: "["))
    needsComma = false
    body(&self)
    bytes.append(UInt8(ascii: "]"))
    needsComma = true
  }

  /// Writes one member of the object that is open.
  public mutating func member(_ name: String, _ value: some JSONEncodable) {
    key(name)
    value.encode(to: &self)
  }

  /// Writes the name of a member; its value must be written next.
  public mutating func key(_ name: String) {
    write(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a value that codes itself.
  public mutating func write(_ value: some JSONEncodable) {
    value.encode(to: &self)
  }

  /// Writes a value that is JSON text already.
  public mutating func write(encoded text: [UInt8]) {
    separate()
    bytes.append(contentsOf: text)
  }

  /// Writes a value that is JSON text already.
  package mutating func write(encoded text: UnsafeRawBufferPointer) {
    separate()
    bytes.append(contentsOf: text)
  }

  mutating func write(literal: StaticString) {
    separate()
    literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func beginObject() {
    separate()
    bytes.append(UInt8(ascii: "{"))
    needsComma = false
  }

  mutating func endObject() {
    bytes.append(UInt8(ascii: "}"))
    needsComma = true
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
    separate()
    // No Int64 has more digits, with the sign.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var (first, rest) = (20, value.magnitude)
      repeat {
        first -= 1
        digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      if value < 0 {
        first -= 1
        digits[first] = UInt8(ascii: "-")
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[first...]))
    }
  }

  /// Writes a number; JSON has no infinity and no NaN, which become `null`.
  public mutating func write(_ value: Double) {
    guard value.isFinite else { return writeNull() }
    separate()
    bytes.append(contentsOf: value.description.utf8)
  }

  /// Writes `null`.
  public mutating func writeNull() {
    write(literal: "null")
  }
}
