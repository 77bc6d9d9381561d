import JSON
import SVVS

/// Holds what front ends are told beforehand against the types: a hint that leads nowhere is the author's mistake.
///
/// That a hint names a property of the same view state is the macro's to check, which sees the names but no types.
struct HintCheck {
  private let viewTypes: [ViewTypeDescription]

  init(of viewTypes: [ViewTypeDescription]) { self.viewTypes = viewTypes }

  func run() throws(AppMistake) {
    let starts = viewTypes.filter(\.hints.isStart)
    if starts.count > 1 { throw mistake("view type \(starts[1].name)", "\(starts[0].name) is where to begin") }
    for type in viewTypes {
      let place = "view type \(type.name)"
      if type.hints.isStart, let parameter = type.parameters.first(where: \.isRequired) {
        throw mistake(place, "it is where to begin, but needs the parameter \(parameter.name)")
      }
      for property in type.properties { try check(property, of: type, at: "property \(property.name) of the \(place)") }
      for action in type.actions { try check(action, of: type, at: "action \(action.name) of the \(place)") }
    }
  }

  // MARK: - Properties

  private func check(
    _ property: ViewTypeDescription.Property, of type: ViewTypeDescription, at place: String
  ) throws(AppMistake) {
    switch property.hints.role {
    case .busy(let values): try checkBusy(property.schema.withoutNull, values, property.schema, at: place)
    case .errorMessage:
      guard property.schema.withoutNull == .string, property.access != .writeOnly else {
        throw mistake(place, "the message of an error is a string, or null")
      }
    case .filter(let filtered):
      guard property.access != .readOnly else { throw mistake(place, "it filters, but cannot be set") }
      _ = try element(of: filtered, in: type, at: place)
    case nil: break
    }
    guard let destination = property.hints.destination else { return }
    guard property.access != .writeOnly else { throw mistake(place, "it leads on, but is never seen") }
    if let row = property.schema.row {
      try check(destination, at: place) { name in row.members.first { $0.name == name }?.schema }
    } else {
      try check(destination, at: place) { name in type.properties.first { $0.name == name }?.schema }
    }
  }

  private func checkBusy(
    _ inner: JSONSchema, _ values: [String], _ schema: JSONSchema, at place: String
  ) throws(AppMistake) {
    if case .enumeration(let enumeration) = inner {
      if values.isEmpty { throw mistake(place, "say at which values of \(enumeration.name) work is under way") }
      guard let unknown = values.first(where: { !enumeration.values.contains($0) }) else { return }
      throw mistake(place, "\(unknown) is no value of \(enumeration.name)")
    }
    if !values.isEmpty { throw mistake(place, "only an enumeration has values at which work is under way") }
    switch inner {
    case .boolean, .integer, .range: return
    default:
      guard inner == schema else { return }
      throw mistake(place, "work is under way by a boolean, an integer, an enumeration, or what may be null")
    }
  }

  // MARK: - Actions

  private func check(
    _ action: ViewTypeDescription.Action, of type: ViewTypeDescription, at place: String
  ) throws(AppMistake) {
    for argument in action.arguments {
      guard let hints = action.hints.arguments[argument.name], let property = hints.property else { continue }
      let place = "argument \(argument.name) of the \(place)"
      var value = try element(of: property, in: type, at: place)
      var source = "\(property)[]"
      if let name = hints.member {
        source += ".\(name)"
        guard let member = value.withoutNull.members.first(where: { $0.name == name }) else {
          throw mistake(place, "there is no \(source)")
        }
        value = member.schema
      }
      guard value == argument.schema || value == argument.schema.withoutNull else {
        throw mistake(place, "\(source) is of another type")
      }
    }
    guard let destination = action.hints.destination else { return }
    try check(destination, at: place) { name in
      action.arguments.first { $0.name == name }?.schema ?? type.properties.first { $0.name == name }?.schema
    }
  }

  // MARK: - Parts

  private func check(
    _ destination: Destination, at place: String, source: (String) -> JSONSchema?
  ) throws(AppMistake) {
    guard let type = viewTypes.first(where: { $0.name == destination.type }) else {
      throw mistake(place, "there is no view type \(destination.type) to lead to")
    }
    for (name, from) in destination.parameters {
      guard let parameter = type.parameters.first(where: { $0.name == name }) else {
        throw mistake(place, "the view type \(type.name) has no parameter \(name)")
      }
      guard let value = source(from) else { throw mistake(place, "there is no \(from) to take \(name) from") }
      guard value == parameter.schema || value.withoutNull == parameter.schema.withoutNull else {
        throw mistake(place, "\(from) is of another type than the parameter \(name) of the view type \(type.name)")
      }
    }
    for parameter in type.parameters where parameter.isRequired {
      guard !destination.parameters.contains(where: { $0.key == parameter.name }) else { continue }
      throw mistake(place, "the view type \(type.name) needs the parameter \(parameter.name)")
    }
  }

  private func element(
    of property: String, in type: ViewTypeDescription, at place: String
  ) throws(AppMistake) -> JSONSchema {
    guard let property = type.properties.first(where: { $0.name == property }) else {
      throw mistake(place, "there is no property \(property)")
    }
    guard case .array(let element) = property.schema.withoutNull else {
      throw mistake(place, "\(property.name) is no array")
    }
    return element
  }

  private func mistake(_ place: String, _ reason: String) -> AppMistake {
    .misleadingHint(place: place, reason: reason)
  }
}

extension JSONSchema {
  /// The schema of the values other than null.
  fileprivate var withoutNull: JSONSchema {
    if case .nullable(let inner) = self { inner } else { self }
  }

  /// The schema of an element of an array, or of an object; nil for any other.
  fileprivate var row: JSONSchema? {
    switch withoutNull {
    case .array(let element): element
    case .object: withoutNull
    default: nil
    }
  }
}
