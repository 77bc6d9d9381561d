import JSON

extension FaultDetail {
  /// Writes the members of `data` that tell it; the kind of the failure may have told already what is available.
  func writeMembers(withAvailable isTellingAvailable: Bool, to writer: inout JSONWriter) {
    switch self {
    case .unknownName(let unknown):
      if let name = unknown.name { writer.member(DataName.name, name) }
      if isTellingAvailable { writer.member(DataName.available, unknown.available) }
      if let suggestion = unknown.suggestion { writer.member(DataName.suggestion, suggestion) }
    case .nameInUse(let name): writer.member(DataName.name, name)
    case .type(let expected, let found):
      writer.member(DataName.expected, expected.map(\.typeName))
      writer.member(DataName.found, found.typeName)
    case .supported(let numbers): writer.member(DataName.supported, numbers)
    }
  }

  /// Reads what `data` tells; nil if it tells nothing of the kind.
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
  /// A member, or nil if it is missing or of another type.
  func member<Value: JSONDecodable>(_ name: String) -> Value? {
    try? decode(name)  // Whoever reads an error makes the best of what it says.
  }
}
