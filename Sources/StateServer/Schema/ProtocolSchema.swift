import JSON
import ProtocolNames
import StateProtocol

/// The JSON Schema of all messages in both directions. It is the same for all apps.
package struct ProtocolSchema {
  /// The named types that the messages use.
  static let definitions: JSONDefinitions = {
    let methods = RequestMethod.allCases.map(\.type).flatMap { [$0.jsonSchema, $0.responseSchema] }
    let data = Failure.descriptions.flatMap(\.data).map(\.schema)
    var definitions = JSONDefinitions()
    for schema in methods + data + NotificationMethod.allCases.map({ $0.type.jsonSchema }) {
      do throws(JSONNameConflict) {
        try definitions.add(schema)
      } catch {
        preconditionFailure("two types of the protocol have the name \(error.name)")
      }
    }
    return definitions
  }()

  /// Creates the schema of the protocol.
  package init() {}

  /// The document as compact JSON text.
  package var text: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.dialect()
      writer.member("description", "Any message of the protocol.")
      writer.anyOf(["ClientMessage", "ServerMessage"])
      writer.object("$defs") { writer in
        writeClientMessages(to: &writer)
        writeServerMessages(to: &writer)
        writer.definitions(ProtocolSchema.definitions.schemas)
      }
    }
    return writer.bytes
  }

  // MARK: - From the client

  private func writeClientMessages(to writer: inout JSONWriter) {
    let methods = RequestMethod.sortedTypes
    let names = methods.map { $0.method }
    writer.definition("ClientMessage", "A message of a client: a call or a batch of calls.") {
      $0.anyOf(["Call", "CallBatch"])
    }
    writer.definition("CallBatch", "Calls that are answered together.") { $0.array(of: "Call") }
    writer.definition("Call", "A request, which has an id, or a notification, which has none.") {
      $0.anyOf(names.map { "\($0) call" } + ["action call"])
    }
    for method in methods {
      let (name, params) = (method.method, method.jsonSchema)
      let requiresParams = params.members.contains(where: \.isRequired)
      writer.definition("\(name) call", "A call of \(name).") { writer in
        writer.call(method: { $0.member("const", name) }, requiresParams: requiresParams) { $0.write(params) }
      }
    }
    writer.definition("action call", "A call of an action by its name.") { writer in
      writer.call(
        method: { writer in
          writer.member("type", "string")
          writer.noneOf(names)
        }, requiresParams: false
      ) { writer in
        writer.object { JSONSchema.writeObject(ActionCall.members, to: &$0) }
      }
    }
  }

  // MARK: - From the server

  private func writeServerMessages(to writer: inout JSONWriter) {
    let methods = RequestMethod.allCases.map(\.type)
    writer.definition("ServerMessage", "A message of the server.") {
      $0.anyOf(["Response", "ResponseBatch"] + NotificationMethod.allCases.map { "\($0.rawValue) notification" })
    }
    writer.definition("ResponseBatch", "The replies to a batch.") { $0.array(of: "Response") }
    writer.definition("Response", "The reply to a request.") { $0.anyOf(["ResultResponse", "ErrorResponse"]) }
    writer.definition("ResultResponse", "The reply to a request that succeeded.") { writer in
      let results = Set(methods.map { $0.responseSchema }).subtracting([.null]).compactMap(\.name).sorted()
      writer.message(["id", "result"]) { writer in
        writer.object("id") { $0.id() }
        writer.object("result") { $0.anyOf(results, orNull: true) }
      }
      writer.without("error")
    }
    writer.definition("ErrorResponse", "The reply to a request that failed.") { writer in
      writer.message(["id", "error"]) { writer in
        writer.object("id") { $0.id() }
        writer.object("error") { $0.anyOf(Failure.descriptions.map(\.name)) }
      }
      writer.without("result")
    }
    for failure in Failure.descriptions {
      writer.definition(failure.name, failure.meaning) { $0.error(failure) }
    }
    for notification in NotificationMethod.allCases {
      let name = notification.rawValue
      writer.definition("\(name) notification", "A notification of \(name).") { writer in
        writer.message(["method", "params"]) { writer in
          writer.object("method") { $0.member("const", name) }
          writer.key("params")
          writer.write(notification.type.jsonSchema)
        }
      }
    }
  }
}

extension ClientRequest {
  /// The schema of the result of a request that succeeds.
  static var responseSchema: JSONSchema { Response.jsonSchema }
}

extension RequestMethod {
  /// The types of all requests, sorted by method.
  static var sortedTypes: [any HandledRequest.Type] { allCases.map(\.type).sorted { $0.method < $1.method } }
}

/// Methods that write the parts of all published schemas.
extension JSONWriter {
  /// Writes the version of JSON Schema that a document uses.
  mutating func dialect() { member("$schema", "https://json-schema.org/draft/2020-12/schema") }

  /// Writes the definitions of types as members, sorted by name.
  mutating func definitions(_ schemas: [String: JSONSchema], at path: String = JSONSchema.definitionsPath) {
    for (name, schema) in schemas.sorted(by: { $0.key < $1.key }) {
      key(name)
      schema.writeDefinition(to: &self, definitions: path)
    }
  }
}

/// Methods that write the parts of message schemas.
extension JSONWriter {
  /// Writes a named definition.
  fileprivate mutating func definition(_ name: String, _ description: String, _ body: (inout JSONWriter) -> Void) {
    object(name) { writer in
      writer.member("description", description)
      body(&writer)
    }
  }

  /// Writes the condition that a value matches at least one of the definitions with these names.
  fileprivate mutating func anyOf(_ names: [String], orNull: Bool = false) {
    array("anyOf") { writer in
      for name in names { writer.object { $0.reference(name) } }
      if orNull { writer.object { $0.member("type", "null") } }
    }
  }

  /// Writes the condition that a text is not one of `texts`.
  fileprivate mutating func noneOf(_ texts: [String]) {
    object("not") { $0.member("enum", texts) }
  }

  /// Writes the condition that an object does not have the member `name`.
  fileprivate mutating func without(_ name: String) {
    object("not") { $0.member("required", [name]) }
  }

  /// Writes the schema of an array that has at least one element. Each element matches the definition `name`.
  fileprivate mutating func array(of name: String) {
    member("type", "array")
    object("items") { $0.reference(name) }
    member("minItems", 1)
  }

  /// Writes the schema of a JSON-RPC message with properties. `required` lists the required properties other than
  /// `jsonrpc`.
  fileprivate mutating func message(_ required: [String], _ properties: (inout JSONWriter) -> Void) {
    member("type", "object")
    object("properties") { writer in
      writer.object("jsonrpc") { $0.member("const", "2.0") }
      properties(&writer)
    }
    member("required", ["jsonrpc"] + required)
  }

  /// Writes the schema of a call of a method.
  fileprivate mutating func call(
    method: (inout JSONWriter) -> Void, requiresParams: Bool, params: (inout JSONWriter) -> Void
  ) {
    message(["method"] + (requiresParams ? ["params"] : [])) { writer in
      writer.object("id") { $0.id() }
      writer.object("method", method)
      writer.key("params")
      guard !requiresParams else { return params(&writer) }
      // A call without parameters may also have null or an empty array.
      writer.object { writer in
        writer.array("anyOf") { writer in
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

  /// Writes the schema of a request's id.
  fileprivate mutating func id() {
    member("type", ["string", "integer", "null"])
  }

  /// Writes the schema of an error of one kind.
  fileprivate mutating func error(_ failure: Failure.Description) {
    member("type", "object")
    object("properties") { writer in
      writer.object("code") { $0.member("const", failure.code) }
      writer.object("message") { $0.member("type", "string") }
      writer.object("data") { writer in
        writer.member("type", "object")
        writer.object("properties") { writer in
          writer.object(Failure.kindMember) { $0.member("const", failure.name) }
          for member in failure.data {
            writer.object(member.name) { writer in
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
