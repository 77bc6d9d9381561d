import JSON
import SVVS

/// The named types of an app, whose names must be unique.
struct NamedTypes {
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
