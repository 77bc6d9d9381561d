import JSON
import SVVS

/// Holds what front ends are told beforehand against the types: a hint that leads nowhere is the author's mistake.
///
/// That a hint names a property of the same view state is the macro's to check, which sees the names but no types.
struct HintCheck {
  private let viewTypes: [ViewTypeDescription]

  init(of viewTypes: [ViewTypeDescription]) { self.viewTypes = viewTypes }

  func run() throws(AppMistake) {
    var start: String?
    for type in viewTypes {
      do throws(MisleadingHint) {
        if type.hints.isStart {
          try checkStart(type, other: start)
          start = type.name
        }
        for property in type.properties { try check(property, of: type) }
        for action in type.actions { try check(action, of: type) }
      } catch {
        throw .misleadingHint(place: error.inside("view type \(type.name)").place, reason: error.reason)
      }
    }
  }

  private func checkStart(_ type: ViewTypeDescription, other: String?) throws(MisleadingHint) {
    if let other { throw MisleadingHint("\(other) is where to begin") }
    guard let parameter = type.parameters.first(where: { $0.isRequired }) else { return }
    throw MisleadingHint("it is where to begin, but needs the parameter \(parameter.name)")
  }

  // MARK: - Properties

  private func check(
    _ property: ViewTypeDescription.Property, of type: ViewTypeDescription
  ) throws(MisleadingHint) {
    do throws(MisleadingHint) {
      try checkRole(of: property, in: type)
      guard let destination = property.hints?.destination else { return }
      guard property.access != .writeOnly else { throw MisleadingHint("it leads on, but is never seen") }
      let row = property.schema.row
      try check(destination) { name in
        guard let row else { return type.properties.first { $0.name == name }?.schema }
        return row.members.first { $0.name == name }?.schema
      }
    } catch {
      throw error.inside("property \(property.name)")
    }
  }

  private func checkRole(
    of property: ViewTypeDescription.Property, in type: ViewTypeDescription
  ) throws(MisleadingHint) {
    switch property.hints?.role {
    case .busy(let values): try checkBusy(property.schema.withoutNull, values, property.schema)
    case .errorMessage:
      guard property.schema.withoutNull == .string, property.access != .writeOnly else {
        throw MisleadingHint("the message of an error is a string, or null")
      }
    case .filter(let filtered):
      guard property.access != .readOnly else { throw MisleadingHint("it filters, but cannot be set") }
      _ = try element(of: filtered, in: type)
    case nil: break
    }
  }

  private func checkBusy(_ inner: JSONSchema, _ values: [String], _ schema: JSONSchema) throws(MisleadingHint) {
    if case .enumeration(let enumeration) = inner {
      if values.isEmpty { throw MisleadingHint("say at which values of \(enumeration.name) work is under way") }
      guard let unknown = values.first(where: { !enumeration.values.contains($0) }) else { return }
      throw MisleadingHint("\(unknown) is no value of \(enumeration.name)")
    }
    if !values.isEmpty { throw MisleadingHint("only an enumeration has values at which work is under way") }
    switch inner {
    case .boolean, .integer, .range: return
    default:
      guard inner == schema else { return }
      throw MisleadingHint("work is under way by a boolean, an integer, an enumeration, or what may be null")
    }
  }

  // MARK: - Actions

  private func check(_ action: ViewTypeDescription.Action, of type: ViewTypeDescription) throws(MisleadingHint) {
    do throws(MisleadingHint) {
      for argument in action.arguments {
        guard let hints = action.hints?.argument(argument.name), let property = hints.property else { continue }
        try check(argument, from: property, member: hints.member, of: type)
      }
      guard let destination = action.hints?.destination else { return }
      try check(destination) { name in
        action.arguments.first { $0.name == name }?.schema ?? type.properties.first { $0.name == name }?.schema
      }
    } catch {
      throw error.inside("action \(action.name)")
    }
  }

  private func check(
    _ argument: JSONSchema.Member, from property: String, member: String?, of type: ViewTypeDescription
  ) throws(MisleadingHint) {
    do throws(MisleadingHint) {
      var value = try element(of: property, in: type)
      let source = "\(property)[]\(member.map { ".\($0)" } ?? "")"
      if let member {
        guard let found = value.withoutNull.members.first(where: { $0.name == member }) else {
          throw MisleadingHint("there is no \(source)")
        }
        value = found.schema
      }
      guard value == argument.schema || value == argument.schema.withoutNull else {
        throw MisleadingHint("\(source) is of another type")
      }
    } catch {
      throw error.inside("argument \(argument.name)")
    }
  }

  // MARK: - Parts

  private func check(
    _ destination: Destination, source: (String) -> JSONSchema?
  ) throws(MisleadingHint) {
    guard let type = viewTypes.first(where: { $0.name == destination.type }) else {
      throw MisleadingHint("there is no view type \(destination.type) to lead to")
    }
    for (name, from) in destination.parameters {
      guard let parameter = type.parameters.first(where: { $0.name == name }) else {
        throw MisleadingHint("the view type \(type.name) has no parameter \(name)")
      }
      guard let value = source(from) else { throw MisleadingHint("there is no \(from) to take \(name) from") }
      guard value == parameter.schema || value.withoutNull == parameter.schema.withoutNull else {
        throw MisleadingHint("\(from) is of another type than the parameter \(name) of the view type \(type.name)")
      }
    }
    for parameter in type.parameters where parameter.isRequired {
      guard !destination.parameters.contains(where: { $0.key == parameter.name }) else { continue }
      throw MisleadingHint("the view type \(type.name) needs the parameter \(parameter.name)")
    }
  }

  private func element(of property: String, in type: ViewTypeDescription) throws(MisleadingHint) -> JSONSchema {
    guard let property = type.properties.first(where: { $0.name == property }) else {
      throw MisleadingHint("there is no property \(property)")
    }
    guard case .array(let element) = property.schema.withoutNull else {
      throw MisleadingHint("\(property.name) is no array")
    }
    return element
  }
}

/// A hint that does not hold, and where, from the inside out.
private struct MisleadingHint: Error {
  let reason: String
  private(set) var place = ""

  init(_ reason: String) { self.reason = reason }

  /// The same inside a declaration.
  func inside(_ declaration: String) -> MisleadingHint {
    var hint = self
    hint.place += place.isEmpty ? declaration : " of the \(declaration)"
    return hint
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
