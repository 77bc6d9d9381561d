import JSON
import SVVS

/// The named types of an app, each of which must be the only one of its name.
struct NamedTypes {
  private typealias Place = (words: String, schema: JSONSchema)

  /// The types that the view types mention, by name.
  let definitions: [String: JSONSchema]

  init(of viewTypes: [ViewTypeDescription]) throws(AppMistake) {
    let places = viewTypes.flatMap(NamedTypes.places)
    var (own, all) = (JSONDefinitions(), ProtocolSchema.definitions)
    for (index, place) in places.enumerated() {
      do throws(JSONNameConflict) {
        try all.add(place.schema)
        try own.add(place.schema)
      } catch {
        let first = places[..<index].first { NamedTypes.mentions($0.schema, error.name) }
        throw .sameJSONName(error.name, first: first?.words ?? "the protocol", second: place.words)
      }
    }
    definitions = own.schemas
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
    // Those before have no conflict.
    try? definitions.add(schema)
    return definitions.schemas[name] != nil
  }
}
