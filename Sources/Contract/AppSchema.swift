import JSON
public import SVVS
public import StateProtocol

/// The JSON document that describes the view types of an app, written from the macros' description.
///
/// Each view type lists the JSON Schema of its parameters, its properties with what may be done with
/// them, and its actions with their arguments. Named types stand in `$defs`.
public struct AppSchema: Sendable {
  /// Which program the app is.
  public let info: ServerInfo
  /// The named types that the view types mention.
  let definitions: [String: JSONSchema]
  private let viewTypes: [ViewTypeDescription]

  /// Describes an app of these view types.
  ///
  /// - Throws: ``AppMistake`` if two types have one name in JSON.
  public init(of viewTypes: [ViewTypeDescription], info: ServerInfo) throws(AppMistake) {
    self.info = info
    self.viewTypes = viewTypes.sorted { $0.name < $1.name }
    definitions = try NamedTypes(of: self.viewTypes).definitions
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
}
