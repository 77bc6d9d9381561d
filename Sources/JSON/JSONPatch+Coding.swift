extension JSONPatch.Operation: JSONCodable {
  private static let kindName = "op"
  private static let pathName = "path"
  private static let valueName = "value"

  public static let jsonSchema = JSONSchema.anyOf([
    .object(
      JSONSchema.Object(
        name: "PatchPlacement",
        description: "An operation that adds a value to the state or replaces a value in it.",
        members: members(
          of: JSONSchema.Enumeration(
            name: "PatchPlacementOperation", description: "The kind of an operation that has a value.",
            cases: [Kind.add, .replace]))
          + [JSONSchema.Member(valueName, JSONValue.self, description: "The new value.")])),
    .object(
      JSONSchema.Object(
        name: "PatchRemoval", description: "An operation that removes a value from the state.",
        members: members(
          of: JSONSchema.Enumeration(
            name: "PatchRemovalOperation", description: "The kind of an operation without a value.",
            cases: [Kind.remove])))),
    .object(
      JSONSchema.Object(
        name: "PatchAppending",
        description: "An operation that adds a text to the end of a text. Sent only with the capability `append`.",
        members: members(
          of: JSONSchema.Enumeration(
            name: "PatchAppendingOperation", description: "The kind of an operation that adds to a text.",
            cases: [Kind.append]))
          + [JSONSchema.Member(valueName, String.self, description: "The text to add.")])),
  ])

  private static func members(of kinds: JSONSchema.Enumeration) -> [JSONSchema.Member] {
    [
      JSONSchema.Member(kindName, schema: .enumeration(kinds), description: "The kind of the operation."),
      JSONSchema.Member(pathName, String.self, description: "The place in the state, as a JSON Pointer."),
    ]
  }

  public init(json: JSONValue) throws(JSONDecodingError) {
    let name: String = try json.decode(Self.kindName)
    guard let kind = Kind(rawValue: name) else {
      throw JSONDecodingError("is not an operation", at: JSONPointer(Self.kindName))
    }
    guard let path = JSONPointer(parsing: try json.decode(Self.pathName)) else {
      throw JSONDecodingError("is not a JSON Pointer", at: JSONPointer(Self.pathName))
    }
    if kind == .append { _ = try json.decode(Self.valueName, as: String.self) }
    self.init(
      kind: kind, path: path, value: kind == .remove ? nil : try json.decode(Self.valueName, as: JSONValue.self))
  }

  /// Writes the operation as an object.
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member(Self.kindName, kind.rawValue)
      writer.member(Self.pathName, path.description)
      if let value { writer.member(Self.valueName, value) }
    }
  }
}
