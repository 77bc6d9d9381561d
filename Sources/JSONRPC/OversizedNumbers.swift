import JSON

/// A text with numbers that do not fit in 64 bits. The parser rejects such a text as a whole, although it is JSON.
struct OversizedNumbers {
  /// The integer that replaces the numbers that do not fit. This integer does not occur elsewhere in the text.
  private let mark: Int64
  private let text: [UInt8]

  /// Replaces each number in `original` that does not fit in 64 bits. Returns nil if there is no such number.
  init?(in original: UnsafeRawBufferPointer) {
    var (mark, isTaken): (Int64, Bool)
    var marked: [UInt8]?
    // The mark is random, so that a client cannot send a text that contains every mark that is tried.
    repeat {
      (mark, isTaken) = (.random(in: .min ... .max), false)
      let digits = Array("\(mark)".utf8)
      marked = NumberTokens.replacing(in: original) { token in
        if token.elementsEqual(digits) { isTaken = true }
        return OversizedNumbers.fits(token) ? nil : digits
      }
    } while isTaken
    guard let marked else { return nil }
    self.mark = mark
    text = marked
  }

  private static func fits(_ token: Slice<UnsafeRawBufferPointer>) -> Bool {
    guard NumberTokens.isNumber(token) else { return true }
    let token = String(decoding: token, as: UTF8.self)
    return token.contains { ".eE".contains($0) } ? Double(token)?.isFinite ?? true : Int64(token) != nil
  }

  /// Decodes the messages of the text. A message is invalid if its id or its parameters contain a number that does not
  /// fit in 64 bits.
  ///
  /// - Returns: The messages, or nil if the text is not JSON.
  func message(limits: MessageLimits) -> IncomingMessage? {
    guard let json = text.withUnsafeBytes({ try? JSONValue(parsing: $0, limits: limits) }) else { return nil }
    return IncomingMessage(json, entry: entry)
  }

  private func entry(_ json: JSONValue) -> IncomingMessage.Entry {
    if json["id"].map(isMark) ?? false { return .invalid(.notARequest("An id must fit 64 bits."), id: .null) }
    let entry = IncomingMessage.Entry(json)
    guard case .request(let request) = entry, let path = request.params.flatMap({ path(in: $0) }) else { return entry }
    return .invalid(.numberOutOfRange(path), id: request.id)
  }

  private func isMark(_ json: JSONValue) -> Bool { json.kind == .integer && json.integer == mark }

  /// The path of the first mark in a value.
  private func path(in json: JSONValue) -> JSONPointer? {
    if isMark(json) { return JSONPointer() }
    let parts = json.kind == .array ? json.elements.enumerated().map { ("\($0)", $1) } : json.members.map { ($0, $1) }
    for (name, part) in parts {
      if let rest = path(in: part) { return JSONPointer(name).appending(contentsOf: rest) }
    }
    return nil
  }
}
