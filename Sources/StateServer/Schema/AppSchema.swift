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
      writer.object { writeViewTypes(to: &$0) }
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

  /// A short name of what `rpc.discover` answers, which changes with it: the 64-bit FNV-1a hash of the
  /// text.
  public var hash: String {
    let text = OpenRPCDocument(of: self).text
    let hash = text.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The named types that view types mention.
  var definitions: [String: JSONSchema] {
    let schemas = viewTypes.flatMap { type in
      type.properties.map(\.schema) + (type.parameters + type.actions.flatMap(\.arguments)).map(\.schema)
    }
    return schemas.definitions
  }

  // MARK: - View types

  /// Writes each view type as a member of the object that is open.
  func writeViewTypes(to writer: inout JSONWriter, definitions: String = JSONSchema.definitionsPath) {
    for type in viewTypes {
      writer.key(type.name)
      writer.object { write(type, to: &$0, definitions: definitions) }
    }
  }

  private func write(_ type: ViewTypeDescription, to writer: inout JSONWriter, definitions: String) {
    if let description = type.description { writer.member("description", description) }
    writer.key("params")
    writer.object {
      JSONSchema.writeObject(type.parameters, allowsOthers: false, to: &$0, definitions: definitions)
    }
    writer.key("properties")
    writer.object { writer in
      for property in type.properties {
        writer.key(property.name)
        writer.object { writer in
          if let description = property.description { writer.member("description", description) }
          property.schema.writeKeywords(to: &writer, definitions: definitions)
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
          writer.object {
            JSONSchema.writeObject(action.arguments, allowsOthers: false, to: &$0, definitions: definitions)
          }
        }
      }
    }
  }

  // MARK: - Actions

  /// An action by its name, of all view types that have one of this name.
  struct Action {
    let name: String
    let description: String?
    let arguments: [JSONSchema.Member]
    let viewTypes: [String]
  }

  /// The actions by name; where view types have different ones of a name, their arguments together.
  var actions: [Action] {
    let all = viewTypes.flatMap { type in type.actions.map { (type: type.name, action: $0) } }
    return Dictionary(grouping: all, by: \.action.name).map { name, found in
      let required = Dictionary(grouping: found.flatMap(\.action.arguments), by: \.name)
        .mapValues { members in members.count == found.count && members.allSatisfy(\.isRequired) }
      var known: Set<String> = []
      let arguments = found.flatMap(\.action.arguments).filter { known.insert($0.name).inserted }
      return Action(
        name: name, description: found.first?.action.description,
        arguments: arguments.map { $0.required(required[$0.name] ?? false) }, viewTypes: found.map(\.type))
    }.sorted { $0.name < $1.name }
  }

  /// The parameters that every call of an action takes.
  static let callMembers = [
    JSONSchema.Member(
      "view", String.self, isRequired: false,
      description: "The view; may be left out while only one open view has the action."),
    JSONSchema.Member(
      "ifCommit", Int?.self, isRequired: false,
      description: "Refuses the call if the view has changed since this commit."),
  ]
}
