import JSON
import JSONRPC
import SVVS

/// The OpenRPC document of a server: its methods, the actions of its views, and its errors.
///
/// What OpenRPC has no words for stands in members of its own: `x-viewTypes` is the app's view types,
/// as in ``AppSchema``, `x-notifications` is what the server sends unasked, and `x-data` what an error tells
/// beside its kind.
@MainActor
public struct OpenRPCDocument {
  static let definitionsPath = "#/components/schemas/"

  private let app: AppSchema

  init(of app: AppSchema) {
    self.app = app
  }

  /// Describes a server of an app.
  public init(of app: some App) {
    self.init(of: HostedApp(app).schema)
  }

  /// The document as compact JSON text; the same app always gives the same text.
  public var text: [UInt8] {
    var writer = JSONWriter()
    encode(to: &writer)
    return writer.bytes
  }

  /// Writes the document.
  func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("openrpc", "1.3.2")
      writer.key("info")
      writer.object { writer in
        writer.member("title", "svvs")
        writer.member("version", StateServer.version)
        writer.member("description", "App state over JSON-RPC: open views, call actions, be told what changed.")
      }
      writer.key("methods")
      writer.array { writer in
        for method in Connection.methods.values.sorted(by: { $0.name < $1.name }) { write(method, to: &writer) }
        for action in app.actions { write(action, to: &writer) }
      }
      writer.key("x-notifications")
      writer.array { writeNotification(to: &$0) }
      writer.key("x-viewTypes")
      writer.object { app.writeViewTypes(to: &$0, definitions: OpenRPCDocument.definitionsPath) }
      writer.key("components")
      writer.object { writeComponents(to: &$0) }
    }
  }

  private func write(_ method: any Method.Type, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("name", method.name)
      if case .object(let object) = method.jsonSchema, let description = object.description {
        writer.member("summary", description)
      }
      writeParameters(method.jsonSchema.members, to: &writer)
      writeResult(method.result, to: &writer)
    }
  }

  /// An action of one or more view types.
  private func write(_ action: AppSchema.Action, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("name", action.name)
      if let description = action.description { writer.member("summary", description) }
      writeParameters(AppSchema.callMembers + action.arguments, to: &writer)
      writeResult(ReachedCommit.jsonSchema, to: &writer)
      writer.member("x-viewTypes", action.viewTypes)
    }
  }

  private func writeParameters(_ members: [JSONSchema.Member], to writer: inout JSONWriter) {
    writer.member("paramStructure", "by-name")
    writer.key("params")
    writer.array { writer in
      for member in members {
        writer.object { writer in
          writer.member("name", member.name)
          if let description = member.description { writer.member("description", description) }
          writer.member("required", member.isRequired)
          writer.key("schema")
          member.schema.write(to: &writer, definitions: OpenRPCDocument.definitionsPath)
        }
      }
    }
  }

  private func writeResult(_ schema: JSONSchema, to writer: inout JSONWriter) {
    writer.key("result")
    writer.object { writer in
      writer.member("name", "result")
      writer.key("schema")
      schema.write(to: &writer, definitions: OpenRPCDocument.definitionsPath)
    }
    writer.key("errors")
    writer.array { writer in
      for code in ResponseError.Code.all {
        writer.object { $0.member("$ref", "#/components/errors/\(code.kind)") }
      }
    }
  }

  private func writeNotification(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("name", StateChanged.name)
      writeParameters(StateChanged.jsonSchema.members, to: &writer)
    }
  }

  private func writeComponents(to writer: inout JSONWriter) {
    writer.key("schemas")
    writer.object { writer in
      let definitions = app.definitions.merging(ProtocolSchema.definitions, uniquingKeysWith: JSONSchema.unite)
      for (name, schema) in definitions.sorted(by: { $0.key < $1.key }) {
        writer.key(name)
        schema.writeDefinition(to: &writer, definitions: OpenRPCDocument.definitionsPath)
      }
    }
    writer.key("errors")
    writer.object { writer in
      for code in ResponseError.Code.all {
        writer.key(code.kind)
        writer.object { writer in
          writer.member("code", code.rawValue)
          writer.member("message", code.meaning)
          writer.key("x-data")
          writer.object { writer in
            JSONSchema.writeObject(code.details, to: &writer, definitions: OpenRPCDocument.definitionsPath)
          }
        }
      }
    }
  }
}
