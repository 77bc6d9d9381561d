import JSON

extension FaultDetail {
  /// Writes the details as members of `data`.
  ///
  /// - Parameters:
  ///   - isWritingAvailable: Whether to write the available names. This is false if the kind of the failure has already
  ///     written them.
  ///   - writer: The writer of the object `data`.
  func writeMembers(withAvailable isWritingAvailable: Bool, to writer: inout JSONWriter) {
    switch self {
    case .unknownName(let unknown):
      if let name = unknown.name { writer.member(DataName.name, name) }
      if isWritingAvailable { writer.member(DataName.available, unknown.available) }
      if let suggestion = unknown.suggestion { writer.member(DataName.suggestion, suggestion) }
    case .nameInUse(let name): writer.member(DataName.name, name)
    case .type(let expected, let found):
      writer.member(DataName.expected, expected.map(\.typeName))
      writer.member(DataName.found, found.typeName)
    case .supported(let numbers): writer.member(DataName.supported, numbers)
    }
  }

  /// Reads the details in `data`, or returns nil if there are none.
  init?(data: JSONValue) {
    let name: String? = data.member(DataName.name)
    if let available: [String] = data.member(DataName.available) {
      self = .unknownName(
        UnknownName(name: name, available: available, suggestion: data.member(DataName.suggestion)))
    } else if let name {
      self = .nameInUse(name)
    } else if let expected: [String] = data.member(DataName.expected),
      let found = data.member(DataName.found).flatMap(JSONValue.Kind.init(typeName:))
    {
      self = .type(expected: expected.compactMap(JSONValue.Kind.init(typeName:)), found: found)
    } else if let supported: [Int] = data.member(DataName.supported) {
      self = .supported(supported)
    } else {
      return nil
    }
  }
}

extension JSONValue {
  /// The value of a member, or nil if the member is missing or has another type. This method does not throw, so that as
  /// much as possible is read from an invalid error.
  func member<Value: JSONDecodable>(_ name: String) -> Value? {
    try? decode(name)
  }
}
