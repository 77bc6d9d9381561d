extension JSONPatch.Operation: JSONCodable {
  private static let kindName = "op"
  private static let pathName = "path"
  private static let valueName = "value"

  public static let jsonSchema = JSONSchema.oneOf([
    .object(
      JSONSchema.Object(
        name: "PatchPlacement",
        description: "A step that adds a value to the state, or puts it in the place of another.",
        members: members(
          of: JSONSchema.Enumeration(
            name: "PatchPlacementOperation", description: "How a step uses its value.",
            cases: [Kind.add, .replace]))
          + [JSONSchema.Member(valueName, JSONValue.self, description: "What is put there.")])),
    .object(
      JSONSchema.Object(
        name: "PatchRemoval", description: "A step that takes a value out of the state.",
        members: members(
          of: JSONSchema.Enumeration(
            name: "PatchRemovalOperation", description: "What a step without a value does.",
            cases: [Kind.remove])))),
  ])

  private static func members(of kinds: JSONSchema.Enumeration) -> [JSONSchema.Member] {
    [
      JSONSchema.Member(kindName, schema: .enumeration(kinds), description: "What to do."),
      JSONSchema.Member(pathName, String.self, description: "Where, as a JSON Pointer into the state."),
    ]
  }

  public init(json: JSONValue) throws(JSONDecodingError) {
    let name: String = try json.decode(Self.kindName)
    guard let kind = Kind(rawValue: name) else { throw JSONDecodingError("is no step", at: JSONPointer(Self.kindName)) }
    guard let path = JSONPointer(parsing: try json.decode(Self.pathName)) else {
      throw JSONDecodingError("is no JSON Pointer", at: JSONPointer(Self.pathName))
    }
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
