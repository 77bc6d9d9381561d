import JSON

/// The parser reads `-0` as `0`: an id that is written so could not be echoed as it came.
enum NegativeZero {
  /// Refuses the messages of a text whose id is `-0`. Their ids are all looked at only where one is 0, which is rare.
  static func refuse(
    in entries: [IncomingMessage.Entry], of text: UnsafeRawBufferPointer, maximumDepth: Int
  ) -> [IncomingMessage.Entry] {
    guard entries.contains(where: \.hasZeroID), let marked = marking(text),
      let json = try? JSONValue(parsing: marked, maximumDepth: maximumDepth)  // It is what it was but for some digits.
    else { return entries }
    let messages = json.kind == .array ? json.elements : [json]
    return zip(entries, messages).map { entry, message in
      entry.hasZeroID && message["id"]?.integer != 0
        ? .invalid(.notARequest("An id must not be -0."), id: .null) : entry
    }
  }

  /// The text with each `-0` made a `-1`; nil if it has none.
  private static func marking(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
    NumberTokens.replacing(in: text) { $0.elementsEqual("-0".utf8) ? Array("-1".utf8) : nil }
  }
}

extension IncomingMessage.Entry {
  /// Whether the id is the number 0, as far as the parser knows.
  var hasZeroID: Bool {
    switch self {
    case .request(let request): request.id == .integer(0)
    case .invalid(_, let id): id == .integer(0)
    case .response: false
    }
  }
}
