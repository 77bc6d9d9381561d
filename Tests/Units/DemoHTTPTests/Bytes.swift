import Foundation

/// Bytes with a string literal, which is encoded in UTF-8 and may contain other bytes by interpolation.
struct Bytes: Hashable, Sendable, ExpressibleByStringInterpolation {
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var values: [UInt8] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { values += literal.utf8 }
    mutating func appendInterpolation(_ bytes: Bytes) { values += bytes.values }
    mutating func appendInterpolation(_ number: some BinaryInteger) { values += String(number).utf8 }
    mutating func appendInterpolation(raw bytes: UInt8...) { values += bytes }
  }

  var values: [UInt8]

  init(_ values: some Sequence<UInt8>) { self.values = Array(values) }
  init(stringLiteral value: String) { values = Array(value.utf8) }
  init(stringInterpolation: StringInterpolation) { values = stringInterpolation.values }

  var count: Int { values.count }

  func prefix(_ count: Int) -> Bytes { Bytes(values.prefix(count)) }
  func dropLast(_ count: Int) -> Bytes { Bytes(values.dropLast(count)) }

  // Foundation's search: the generic one of the standard library is slow in a debug build.
  func replacing(_ part: Bytes, with other: Bytes) -> Bytes {
    var data = Data(values)
    var start = 0
    while let range = data.range(of: Data(part.values), in: start..<data.count) {
      data.replaceSubrange(range, with: other.values)
      start = range.lowerBound + other.count
    }
    return Bytes(data)
  }

  /// The number of bytes up to the end of the first occurrence of a part, or 0.
  func count(through part: Bytes) -> Int { Data(values).range(of: Data(part.values))?.upperBound ?? 0 }

  static func + (one: Bytes, other: Bytes) -> Bytes { Bytes(one.values + other.values) }

  static func * (bytes: Bytes, count: Int) -> Bytes {
    // Millions of calls of a closure are slow in a debug build.
    if bytes.count == 1 { return Bytes([UInt8](repeating: bytes.values[0], count: count)) }
    return Bytes((0..<count).flatMap { _ in bytes.values })
  }
}

extension Bytes: CustomStringConvertible {
  /// The beginning of the bytes in quotes, and their number if there are more.
  var description: String {
    let text = values.prefix(24).map { byte -> String in
      if 0x20..<0x7F ~= byte { return String(UnicodeScalar(byte)) }
      return "\\x" + String(0x100 + Int(byte), radix: 16).dropFirst()
    }
    return "\"\(text.joined())\"" + (count > 24 ? ", \(count) bytes" : "")
  }
}

extension [Bytes] {
  func joined(separator: Bytes = "") -> Bytes { Bytes(map(\.values).joined(separator: separator.values)) }
}
