import JSON

/// The messages of a text that have the id `-0`. Such messages are invalid: the parser reads `-0` as `0`, so the
/// response would not have the id that the request has.
struct NegativeZero {
  /// For each message of the text, whether its id is `0` and not `-0`.
  private let isZero: [Bool]

  /// Finds the ids in a text. Returns nil if the text does not contain the number `-0`.
  init?(in text: UnsafeRawBufferPointer, limits: MessageLimits) {
    let marked = NumberTokens.replacing(in: text) { $0.elementsEqual("-0".utf8) ? Array("-1".utf8) : nil }
    // The marked text differs from the original only in some digits, so it does not exceed any other limit.
    guard let json = marked?.withUnsafeBytes({ try? JSONValue(parsing: $0, limits: limits) }) else { return nil }
    isZero = (json.kind == .array ? json.elements : [json]).map { $0["id"]?.integer == 0 }
  }

  /// Returns a copy of `message` in which every entry with the id `-0` is invalid.
  func refused(in message: IncomingMessage) -> IncomingMessage {
    switch message {
    case .single(let entry): .single(refused(entry, isZero: isZero[0]))
    case .batch(let entries): .batch(zip(entries, isZero).map(refused))
    }
  }

  private func refused(_ entry: IncomingMessage.Entry, isZero: Bool) -> IncomingMessage.Entry {
    entry.hasZeroID && !isZero ? .invalid(.notARequest("An id must not be -0."), id: .null) : entry
  }
}

extension IncomingMessage {
  /// Whether a message has the id `0` or `-0`, which is rare.
  var hasZeroID: Bool {
    switch self {
    case .single(let entry): entry.hasZeroID
    case .batch(let entries): entries.contains(where: \.hasZeroID)
    }
  }
}

extension IncomingMessage.Entry {
  fileprivate var hasZeroID: Bool {
    switch self {
    case .request(let request): request.id == .integer(0)
    case .invalid(_, let id): id == .integer(0)
    case .response: false
    }
  }
}
