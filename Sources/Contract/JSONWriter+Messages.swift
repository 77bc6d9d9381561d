import JSON
import StateProtocol

/// Methods that write the parts of message schemas.
extension JSONWriter {
  /// Writes a named definition.
  mutating func definition(_ name: String, _ description: String, _ body: (inout JSONWriter) -> Void) {
    key(name)
    object { writer in
      writer.member("description", description)
      body(&writer)
    }
  }

  /// Writes the condition that a value matches at least one of the definitions with these names.
  mutating func anyOf(_ names: [String], orNull: Bool = false) {
    key("anyOf")
    array { writer in
      for name in names { writer.object { $0.reference(name) } }
      if orNull { writer.object { $0.member("type", "null") } }
    }
  }

  /// Writes the condition that a text is not one of `texts`.
  mutating func noneOf(_ texts: [String]) {
    key("not")
    object { $0.member("enum", texts) }
  }

  /// Writes the condition that an object does not have the member `name`.
  mutating func without(_ name: String) {
    key("not")
    object { $0.member("required", [name]) }
  }

  /// Writes the schema of an array that has at least one element. Each element matches the definition `name`.
  mutating func array(of name: String) {
    member("type", "array")
    key("items")
    object { $0.reference(name) }
    member("minItems", 1)
  }

  /// Writes the schema of a JSON-RPC message with properties. `required` lists the required properties other than
  /// `jsonrpc`.
  mutating func message(_ required: [String], _ properties: (inout JSONWriter) -> Void) {
    member("type", "object")
    key("properties")
    object { writer in
      writer.property("jsonrpc") { $0.member("const", "2.0") }
      properties(&writer)
    }
    member("required", ["jsonrpc"] + required)
  }

  /// Writes the schema of a call of a method.
  mutating func call(
    method: (inout JSONWriter) -> Void, requiresParams: Bool, params: (inout JSONWriter) -> Void
  ) {
    message(["method"] + (requiresParams ? ["params"] : [])) { writer in
      writer.property("id") { $0.id() }
      writer.property("method", method)
      writer.key("params")
      guard !requiresParams else { return params(&writer) }
      // A call without parameters may also have null or an empty array.
      writer.object { writer in
        writer.key("anyOf")
        writer.array { writer in
          params(&writer)
          writer.object { $0.member("type", "null") }
          writer.object { writer in
            writer.member("type", "array")
            writer.member("maxItems", 0)
          }
        }
      }
    }
  }

  /// Writes the schema of an object's property.
  mutating func property(_ name: String, _ body: (inout JSONWriter) -> Void) {
    key(name)
    object(body)
  }

  /// Writes the schema of a request's id.
  mutating func id() {
    member("type", ["string", "integer", "null"])
  }

  /// Writes the schema of an error of one kind.
  mutating func error(_ failure: Failure.Description) {
    member("type", "object")
    key("properties")
    object { writer in
      writer.property("code") { $0.member("const", failure.code) }
      writer.property("message") { $0.member("type", "string") }
      writer.property("data") { writer in
        writer.member("type", "object")
        writer.key("properties")
        writer.object { writer in
          writer.property(Failure.kindMember) { $0.member("const", failure.name) }
          for member in failure.data {
            writer.property(member.name) { writer in
              if let description = member.description { writer.member("description", description) }
              member.schema.writeKeywords(to: &writer)
            }
          }
        }
        writer.member("required", [Failure.kindMember] + failure.data.filter(\.isRequired).map(\.name))
      }
    }
    member("required", ["code", "message", "data"])
  }

  private mutating func reference(_ name: String) {
    // The reference is a JSON Pointer in the fragment of a URI. The names contain no other characters that must be
    // escaped.
    let escaped = JSONPointer.escaped(name).replacing(" ", with: "%20")
    member("$ref", JSONSchema.definitionsPath + escaped)
  }
}
