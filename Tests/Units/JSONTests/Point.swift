import JSON

/// A type with a JSON form, for the tests.
struct Point: JSONCodable, Equatable {
  var x: Int
  var y = 0
  var label: String?

  static var jsonSchema: JSONSchema {
    .object(
      JSONSchema.Object(
        name: "Point", description: "A place.",
        members: [
          JSONSchema.Member("x", Int.self, description: "To the right."),
          JSONSchema.Member("y", Int.self, isRequired: false),
          JSONSchema.Member("label", String?.self),
        ]))
  }

  init(x: Int, y: Int = 0, label: String? = nil) {
    (self.x, self.y, self.label) = (x, y, label)
  }

  init(json: JSONValue) throws(JSONDecodingError) {
    try json.requireObject()
    x = try json.decode("x")
    y = try json.decode("y", default: 0)
    label = try json.decode("label")
  }

  func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("x", x)
      writer.member("y", y)
      writer.member("label", label)
    }
  }
}
