import JSON
import SVVS

/// The JSON document that describes the view types of an app, written from the macros' description.
///
/// Each view type lists the JSON Schema of its parameters, its properties with what may be done with
/// them, and its actions with their arguments. Named types stand in `$defs`.
@MainActor
public struct AppSchema {
  private let viewTypes: [ViewTypeDescription]

  init(viewTypes: [ViewTypeDescription]) {
    self.viewTypes = viewTypes.sorted { $0.name < $1.name }
  }

  /// Describes an app.
  public init(of app: some App) {
    self = HostedApp(app).schema
  }

  /// The document as compact JSON text; the same app always gives the same text.
  public var text: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("$schema", "https://json-schema.org/draft/2020-12/schema")
      writer.key("viewTypes")
      writer.object { writer in
        for type in viewTypes {
          writer.key(type.name)
          writer.object { write(type, to: &$0) }
        }
      }
      writer.key("$defs")
      writer.object { writer in
        for (name, schema) in definitions.sorted(by: { $0.key < $1.key }) {
          writer.key(name)
          schema.writeDefinition(to: &writer)
        }
      }
    }
    return writer.bytes
  }

  /// A short name of this very document, which changes with it: the 64-bit FNV-1a hash of its text.
  public var hash: String {
    let hash = text.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private func write(_ type: ViewTypeDescription, to writer: inout JSONWriter) {
    if let description = type.description { writer.member("description", description) }
    writer.key("params")
    writer.object { JSONSchema.writeObject(type.parameters, allowsOthers: false, to: &$0) }
    writer.key("properties")
    writer.object { writer in
      for property in type.properties {
        writer.key(property.name)
        writer.object { writer in
          if let description = property.description { writer.member("description", description) }
          property.schema.writeKeywords(to: &writer)
          if property.access != .readWrite { writer.member(property.access.rawValue, true) }
        }
      }
    }
    writer.key("actions")
    writer.object { writer in
      for action in type.actions {
        writer.key(action.name)
        writer.object { writer in
          if let description = action.description { writer.member("description", description) }
          writer.key("arguments")
          writer.object { JSONSchema.writeObject(action.arguments, allowsOthers: false, to: &$0) }
        }
      }
    }
  }

  private var definitions: [String: JSONSchema] {
    let schemas = viewTypes.flatMap { type in
      type.properties.map(\.schema) + (type.parameters + type.actions.flatMap(\.arguments)).map(\.schema)
    }
    return schemas.reduce(into: [:]) { $0.merge($1.definitions) { first, _ in first } }
  }
}
