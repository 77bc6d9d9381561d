// The form of an enum with payloads is an object with one member, for example `{"circle":{"radius":1.5}}`. The name of
// the member is the name of the case. Its value is an object with the payload.

extension JSONWriter {
  /// Writes a case. `body` writes the members of its payload.
  public mutating func choice(_ name: String, _ body: (inout JSONWriter) -> Void) {
    object { writer in
      writer.key(name)
      writer.object(body)
    }
  }
}

extension JSONValue {
  /// Reads a case with its payload.
  ///
  /// - Parameter cases: The names of the cases, each with a closure that creates the case from its payload. The payload
  ///   is an object.
  public func decodeChoice<Value>(
    among cases: [(name: String, decode: (JSONValue) throws(JSONDecodingError) -> Value)]
  ) throws(JSONDecodingError) -> Value {
    try requireObject()
    let members = members
    guard let (name, payload) = members.first, members.count == 1 else {
      throw JSONDecodingError("must have one member, with the name of a case")
    }
    guard let found = cases.first(where: { $0.name == name }) else {
      throw JSONDecodingError("is not a case", unknown: name, among: cases.map(\.name))
    }
    do {
      try payload.requireObject()
      return try found.decode(payload)
    } catch {
      throw error.inside(name)
    }
  }
}
