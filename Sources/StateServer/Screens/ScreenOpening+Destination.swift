import JSON
import SVVS
import StateProtocol

extension ScreenOpening {
  /// The source of a value that is passed to a parameter: the schema of the value, and whether the value is a secret.
  typealias Source = (schema: JSONSchema, isSecret: Bool)

  /// Makes the opening of a destination.
  ///
  /// - Throws: ``MisleadingHint`` if the view type, its parameters or their sources do not fit.
  init(
    _ destination: _Destination, on event: ScreenEvent?, among viewTypes: [ViewTypeDescription],
    source: (String) -> Source?
  ) throws(MisleadingHint) {
    guard let type = viewTypes.first(where: { $0.name == destination.type }) else {
      throw MisleadingHint("there is no view type \(destination.type) to open: name a view type of the app")
    }
    var params: [String: String] = [:]
    for (name, from) in destination.parameters {
      guard params.updateValue(from, forKey: name) == nil else {
        throw MisleadingHint("the parameter \(name) is named twice: name it once")
      }
      guard let parameter = type.parameters.first(where: { $0.name == name }) else {
        throw MisleadingHint("the view type \(type.name) has no parameter \(name)")
      }
      guard let value = source(from) else { throw MisleadingHint("there is no \(from) with the value of \(name)") }
      // A front end does not have the value of a write-only property, and must not show a write-only argument.
      guard !value.isSecret else { throw MisleadingHint("\(from) is write-only and cannot be a parameter") }
      guard value.schema.withoutNull == parameter.schema.withoutNull else {
        throw MisleadingHint("\(from) has another type than the parameter \(name) of the view type \(type.name)")
      }
    }
    let required = type.parameters.filter(\.isRequired).map(\.name)
    if let missing = required.first(where: { params[$0] == nil }) {
      throw MisleadingHint("the view type \(type.name) requires the parameter \(missing): name its source")
    }
    self.init(on: event)
    view = type.name
    self.params = params.isEmpty ? nil : params
    requires = required.nonEmpty
  }
}
