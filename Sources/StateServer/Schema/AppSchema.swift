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
  package init(of app: some App) throws(AppMistake) { self = try HostedApp(app).schema() }

  /// The document as compact JSON text. The text is always the same for the same app.
  package var text: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.dialect()
      writer.member("schemaHash", OpenRPCDocument(of: self).hash)
      writer.object("viewTypes") { writeViewTypes(to: &$0) }
      writer.object("$defs") { $0.definitions(definitions) }
    }
    return writer.bytes
  }

  /// The screens as compact JSON text, with the `schemaHash`.
  package var screensText: [UInt8] {
    ScreensDocument(schemaHash: OpenRPCDocument(of: self).hash, screens: screens).jsonText
  }

  /// Writes each view type as a member of the JSON object that `writer` has open.
  func writeViewTypes(to writer: inout JSONWriter, definitions: String = JSONSchema.definitionsPath) {
    for type in viewTypes {
      writer.object(type.name) { type.write(to: &$0, definitions: definitions) }
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
  /// A declaration that uses a schema.
  private typealias Place = (words: String, schema: JSONSchema)

  /// The types that the view types use, by name.
  let definitions: [String: JSONSchema]

  init(of viewTypes: [ViewTypeDescription]) throws(AppMistake) {
    let places = viewTypes.flatMap(NamedTypes.places)
    var own = JSONDefinitions()
    for place in places {
      do throws(JSONNameConflict) {
        try own.add(place.schema)
      } catch {
        let first = NamedTypes.firstUse(of: error.name, in: places) ?? place.words
        throw .sameJSONName(error.name, first: first, second: place.words)
      }
    }
    definitions = own.schemas
    if let name = definitions.keys.sorted().first(where: ProtocolSchema.definitions.schemas.keys.contains) {
      let user = NamedTypes.firstUse(of: name, in: places) ?? ""
      throw .sameJSONName(name, first: "the protocol", second: user)
    }
  }

  /// The declaration that is the first to use a type with this name.
  private static func firstUse(of name: String, in places: [Place]) -> String? {
    places.first { place in
      var definitions = JSONDefinitions()
      // If there is a conflict, the types that were added before the conflict are enough.
      try? definitions.add(place.schema)
      return definitions.schemas[name] != nil
    }?.words
  }

  private static func places(in type: ViewTypeDescription) -> [Place] {
    func place(_ schema: JSONSchema, _ words: String) -> Place {
      ("the \(words) of the view type \(type.name)", schema)
    }
    return type.parameters.map { place($0.schema, "parameter \($0.name)") }
      + type.properties.map { place($0.schema, "property \($0.name)") }
      + type.actions.flatMap { action in
        action.arguments.map { place($0.schema, "argument \($0.name) of the action \(action.name)") }
      }
  }
}

extension ViewTypeDescription {
  /// Writes the parameters, the properties and the actions into the JSON object that `writer` has open.
  fileprivate func write(to writer: inout JSONWriter, definitions: String) {
    if let description { writer.member("description", description) }
    writer.object("params") {
      JSONSchema.writeObject(parameters, allowsOthers: false, to: &$0, definitions: definitions)
    }
    writer.object("properties") { writer in
      for property in properties {
        writer.object(property.name) { writer in
          if let description = property.description { writer.member("description", description) }
          property.schema.writeKeywords(to: &writer, definitions: definitions)
          if property.access != .readWrite { writer.member(property.access.rawValue, true) }
        }
      }
    }
    writer.object("actions") { writer in
      for action in actions {
        writer.object(action.name) { action.write(to: &$0, definitions: definitions) }
      }
    }
  }
}

extension ViewTypeDescription.Action {
  fileprivate func write(to writer: inout JSONWriter, definitions: String) {
    if let description { writer.member("description", description) }
    writer.object("arguments") {
      JSONSchema.writeObject(arguments, allowsOthers: false, to: &$0, definitions: definitions) { argument, writer in
        guard hints(ofArgument: argument.name)?.isWriteOnly == true else { return }
        writer.member("writeOnly", true)
      }
    }
  }
}
