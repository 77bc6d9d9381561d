import JSON
import SVVS
import StateProtocol

/// The JSON document that describes the view types of an app. The document is made from the descriptions that the
/// macros generate.
///
/// For each view type, the document contains the JSON Schema of the parameters, the properties with their access, and
/// the actions with their arguments. Named types are in `$defs`.
package struct AppSchema: Sendable {
  /// The name and version of the app.
  let info: ServerInfo
  /// The named types that the view types use.
  let definitions: [String: JSONSchema]
  /// The screens, in the order of the view types.
  let screens: [Screen]
  private let viewTypes: [ViewTypeDescription]

  /// Creates the document for an app. `viewTypes` contains the view types of the app, in the order of their
  /// declaration.
  ///
  /// - Throws: ``AppMistake`` if two types have the same name in JSON, or a hint is wrong.
  init(of viewTypes: [ViewTypeDescription], info: ServerInfo) throws(AppMistake) {
    self.info = info
    self.viewTypes = viewTypes
    definitions = try NamedTypes(of: viewTypes).definitions
    screens = try ScreenBuilder.screens(of: viewTypes, definitions: definitions)
  }

  /// Describes the view types of `app`.
  ///
  /// - Throws: ``AppMistake`` as ``init(of:info:)``, or if two view types have the same name.
  @MainActor
  package init(of app: some App) throws(AppMistake) { self = try HostedApp(app).schema }

  /// The document as compact JSON text. The text is always the same for the same app.
  package var text: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.dialect()
      writer.member("schemaHash", OpenRPCDocument(of: self).hash)
      writer.key("viewTypes")
      writer.object { writeViewTypes(to: &$0) }
      writer.key("$defs")
      writer.object { $0.definitions(definitions) }
    }
    return writer.bytes
  }

  /// The screens as compact JSON text, with the `schemaHash`.
  package var screensText: [UInt8] {
    ScreensDocument(schemaHash: OpenRPCDocument(of: self).hash, screens: screens).jsonText
  }

  /// The names of the view types, in the order of their declaration.
  var names: [String] { viewTypes.map(\.name) }

  /// Writes each view type as a member of the JSON object that `writer` has open.
  func writeViewTypes(to writer: inout JSONWriter, definitions: String = JSONSchema.definitionsPath) {
    for type in viewTypes {
      writer.key(type.name)
      writer.object { type.write(to: &$0, definitions: definitions) }
    }
  }

  // MARK: - Actions

  /// The actions with one name, merged from all view types that have an action with this name.
  struct Action {
    let name: String
    let description: String?
    let arguments: [JSONSchema.Member]
    /// The arguments that are write-only in at least one of the view types.
    let secrets: Set<String>
    let viewTypes: [String]
  }

  /// The actions, one for each name, in the order of their first declaration. If view types have different actions with
  /// the same name, the arguments of these actions are merged.
  var actions: [Action] {
    let all = viewTypes.flatMap { type in type.actions.map { (type: type.name, action: $0) } }
    let found = Dictionary(grouping: all, by: \.action.name)
    var known: Set<String> = []
    return all.map(\.action.name).filter { known.insert($0).inserted }.map { name in
      AppSchema.action(name, of: found[name] ?? [])
    }
  }

  private static func action(
    _ name: String, of found: [(type: String, action: ViewTypeDescription.Action)]
  ) -> Action {
    let members = Dictionary(grouping: found.flatMap(\.action.arguments), by: \.name)
    var known: Set<String> = []
    let arguments = found.flatMap(\.action.arguments).filter { known.insert($0.name).inserted }
      .map { argument in
        let all = members[argument.name] ?? []
        return argument.required(all.count == found.count && all.allSatisfy(\.isRequired))
      }
    let secrets = found.flatMap(\.action.argumentHints).filter(\.isWriteOnly).map(\.name)
    return Action(
      name: name, description: found.first?.action.description, arguments: arguments, secrets: Set(secrets),
      viewTypes: found.map(\.type))
  }
}

/// The named types of an app, whose names must be unique.
private struct NamedTypes {
  private typealias Place = (words: String, schema: JSONSchema)

  /// The types that the view types use, by name.
  let definitions: [String: JSONSchema]

  init(of viewTypes: [ViewTypeDescription]) throws(AppMistake) {
    var own = JSONDefinitions()
    for type in viewTypes {
      for schema in NamedTypes.schemas(in: type) {
        do throws(JSONNameConflict) {
          try own.add(schema)
        } catch {
          throw NamedTypes.mistake(in: viewTypes, name: error.name)
        }
      }
    }
    definitions = own.schemas
    if let name = definitions.keys.sorted().first(where: ProtocolSchema.names.contains) {
      throw NamedTypes.mistake(in: viewTypes, name: name, isReserved: true)
    }
  }

  private static func schemas(in type: ViewTypeDescription) -> [JSONSchema] {
    type.properties.map { $0.schema } + type.parameters.map { $0.schema }
      + type.actions.flatMap { $0.arguments.map { $0.schema } }
  }

  /// Returns the error for two types that have the same name. The error contains the declarations that use these types.
  private static func mistake(
    in viewTypes: [ViewTypeDescription], name: String, isReserved: Bool = false
  ) -> AppMistake {
    var (definitions, first) = (JSONDefinitions(), isReserved ? "the protocol" : nil)
    for place in viewTypes.flatMap(places) where mentions(place.schema, name) {
      do throws(JSONNameConflict) {
        try definitions.add(place.schema)
        if let first, isReserved { return .sameJSONName(name, first: first, second: place.words) }
        first = first ?? place.words
      } catch {
        return .sameJSONName(name, first: first ?? place.words, second: place.words)
      }
    }
    return .sameJSONName(name, first: first ?? "", second: first ?? "")
  }

  private static func places(in type: ViewTypeDescription) -> [Place] {
    let suffix = "view type \(type.name)"
    return type.parameters.map { ("the parameter \($0.name) of the \(suffix)", $0.schema) }
      + type.properties.map { ("the property \($0.name) of the \(suffix)", $0.schema) }
      + type.actions.flatMap { action in
        action.arguments.map { ("the argument \($0.name) of the action \(action.name) of the \(suffix)", $0.schema) }
      }
  }

  private static func mentions(_ schema: JSONSchema, _ name: String) -> Bool {
    var definitions = JSONDefinitions()
    // If there is a conflict, the types that were added before the conflict are enough.
    try? definitions.add(schema)
    return definitions.schemas[name] != nil
  }
}

extension ViewTypeDescription {
  /// Writes the parameters, the properties and the actions into the JSON object that `writer` has open.
  fileprivate func write(to writer: inout JSONWriter, definitions: String) {
    if let description { writer.member("description", description) }
    writer.key("params")
    writer.object { JSONSchema.writeObject(parameters, allowsOthers: false, to: &$0, definitions: definitions) }
    writer.key("properties")
    writer.object { writer in
      for property in properties {
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
      for action in actions {
        writer.key(action.name)
        writer.object { action.write(to: &$0, definitions: definitions) }
      }
    }
  }
}

extension ViewTypeDescription.Action {
  fileprivate func write(to writer: inout JSONWriter, definitions: String) {
    if let description { writer.member("description", description) }
    writer.key("arguments")
    writer.object {
      JSONSchema.writeObject(arguments, allowsOthers: false, to: &$0, definitions: definitions) { argument, writer in
        guard hints(ofArgument: argument.name)?.isWriteOnly == true else { return }
        writer.member("writeOnly", true)
      }
    }
  }
}
