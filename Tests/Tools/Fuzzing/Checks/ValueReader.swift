#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Reads JSON as in RFC 8259 and with the restrictions of svvs: UTF-8, and no duplicate keys. The reference for the
/// parser under test, written to be simple and not fast.
struct ValueReader {
  private let bytes: [UInt8]
  private var position = 0

  struct Refusal: Error {}

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads the whole text as one value.
  mutating func read() throws(Refusal) -> Value {
    let value = try readValue()
    skipWhiteSpace()
    guard position == bytes.count else { throw Refusal() }
    return value
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipWhiteSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(Refusal) {
    guard take(character) else { throw Refusal() }
  }

  private mutating func readValue() throws(Refusal) -> Value {
    skipWhiteSpace()
    switch next {
    case UInt8(ascii: "{"): return try readObject()
    case UInt8(ascii: "["): return try readArray()
    case UInt8(ascii: "\""): return .string(try readString())
    case UInt8(ascii: "t"): return try readWord("true", .boolean(true))
    case UInt8(ascii: "f"): return try readWord("false", .boolean(false))
    case UInt8(ascii: "n"): return try readWord("null", .null)
    default: return try readNumber()
    }
  }

  private mutating func readWord(_ word: String, _ value: Value) throws(Refusal) -> Value {
    guard bytes[position...].starts(with: word.utf8) else { throw Refusal() }
    position += word.utf8.count
    return value
  }

  private mutating func readObject() throws(Refusal) -> Value {
    try expect("{")
    var members: [[UInt8]: Value] = [:]
    skipWhiteSpace()
    if take("}") { return .object(members) }
    repeat {
      skipWhiteSpace()
      let key = try readString()
      skipWhiteSpace()
      try expect(":")
      guard members.updateValue(try readValue(), forKey: key) == nil else { throw Refusal() }
      skipWhiteSpace()
    } while take(",")
    try expect("}")
    return .object(members)
  }

  private mutating func readArray() throws(Refusal) -> Value {
    try expect("[")
    var elements: [Value] = []
    skipWhiteSpace()
    if take("]") { return .array(elements) }
    repeat {
      elements.append(try readValue())
      skipWhiteSpace()
    } while take(",")
    try expect("]")
    return .array(elements)
  }
}

// MARK: - Strings

extension ValueReader {
  private mutating func readString() throws(Refusal) -> [UInt8] {
    try expect("\"")
    var text: [UInt8] = []
    while !take("\"") {
      guard let byte = next, byte >= 0x20 else { throw Refusal() }
      position += 1
      if byte == UInt8(ascii: "\\") { text += try readEscape() } else { text.append(byte) }
    }
    // Escapes result in whole characters, so that the text is UTF-8 if the other characters are.
    guard String(validating: text, as: UTF8.self) != nil else { throw Refusal() }
    return text
  }

  private mutating func readEscape() throws(Refusal) -> [UInt8] {
    guard let byte = next else { throw Refusal() }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): break
    default: throw Refusal()
    }
    var code = try readHexadecimal()
    if 0xD800..<0xDC00 ~= code {
      try expect("\\")
      try expect("u")
      let low = try readHexadecimal()
      guard 0xDC00..<0xE000 ~= low else { throw Refusal() }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw Refusal() }
    return Array(String(scalar).utf8)
  }

  private mutating func readHexadecimal() throws(Refusal) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw Refusal() }
      position += 1
      code = code << 4 | UInt32(digit)
    }
    return code
  }
}

// MARK: - Numbers

extension ValueReader {
  private mutating func readNumber() throws(Refusal) -> Value {
    let start = position
    var isReal = false
    _ = take("-")
    if !take("0") { try readDigits() }
    if take(".") {
      isReal = true
      try readDigits()
    }
    if take("e") || take("E") {
      isReal = true
      if !take("+") { _ = take("-") }
      try readDigits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isReal {
      let value = strtod(text, nil)
      return value.isFinite ? .real(value) : .oversized
    }
    return Int64(text).map { .integer($0) } ?? .oversized
  }

  private mutating func readDigits() throws(Refusal) {
    let start = position
    while let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
    guard position > start else { throw Refusal() }
  }
}

extension Value {
  /// The value of a JSON text, or nil if the text is not JSON.
  public init?(reading text: some Sequence<UInt8>) {
    var reader = ValueReader(Array(text))
    guard let value = try? reader.read() else { return nil }
    self = value
  }
}
