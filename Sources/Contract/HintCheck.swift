import JSON
import SVVS

/// A check that the hints for front ends fit the types. A wrong hint is a mistake of the app's author.
///
/// The macro has already checked the names in a view state. This check is still needed, because the macro does not see
/// types, and an interface may be written without the macro.
struct HintCheck {
  /// The source of a value that is passed to a destination's parameter: the schema of the value, and whether the value
  /// is a secret.
  private typealias Source = (schema: JSONSchema, isSecret: Bool)

  private let viewTypes: [ViewTypeDescription]
  private let definitions: [String: JSONSchema]

  init(of viewTypes: [ViewTypeDescription], definitions: [String: JSONSchema]) {
    self.viewTypes = viewTypes
    self.definitions = definitions
  }

  func run() throws(AppMistake) {
    var start: String?
    for type in viewTypes {
      do throws(MisleadingHint) {
        if type.hints.isStart {
          try checkStart(type, other: start)
          start = type.name
        }
        try checkAppearance(of: type)
        try checkSubtitle(of: type)
        for parameter in type.parameters { try check(parameter, kind: "parameter") }
        for property in type.properties { try check(property, of: type) }
        for action in type.actions { try check(action, of: type) }
      } catch {
        throw .misleadingHint(place: error.inside("view type \(type.name)").place, reason: error.reason)
      }
    }
    for (name, schema) in definitions.sorted(by: { $0.key < $1.key }) {
      do throws(MisleadingHint) {
        for member in schema.members { try check(member, kind: "member") }
      } catch {
        throw .misleadingHint(place: error.inside("type \(name)").place, reason: error.reason)
      }
    }
  }

  private func checkStart(_ type: ViewTypeDescription, other: String?) throws(MisleadingHint) {
    if let other { throw MisleadingHint("\(other) is already the start") }
    guard let parameter = type.parameters.first(where: { $0.isRequired }) else { return }
    throw MisleadingHint("it is the start, but requires the parameter \(parameter.name)")
  }

  private func checkAppearance(of type: ViewTypeDescription) throws(MisleadingHint) {
    guard let action = type.onAppear else { return }
    try check(callOf: action.name, "on appearance", of: type)
    if let other = type.actions.last(where: { $0.isCalledOnAppear }), other.name != action.name {
      throw MisleadingHint("both \(action.name) and \(other.name) are called on appearance")
    }
  }

  private func checkSubtitle(of type: ViewTypeDescription) throws(MisleadingHint) {
    let properties = type.properties.filter { property in
      property.hints.contains { if case .subtitle = $0 { true } else { false } }
    }
    guard properties.count > 1 else { return }
    let names = "\(properties[0].name) and \(properties[1].name)"
    throw MisleadingHint("\(names) are both marked @Subtitle, but a view has only one subtitle")
  }

  /// Checks an action that front ends call without arguments.
  private func check(
    callOf name: String, _ occasion: String, of type: ViewTypeDescription
  ) throws(MisleadingHint) {
    guard let action = type.actions.first(where: { $0.name == name }) else {
      throw MisleadingHint("there is no action \(name)")
    }
    guard let argument = action.arguments.first(where: { $0.isRequired }) else { return }
    throw MisleadingHint("\(name) is called \(occasion), but requires the argument \(argument.name)")
  }

  // MARK: - Values

  private func check(_ member: JSONSchema.Member, kind: String) throws(MisleadingHint) {
    do throws(MisleadingHint) {
      for hint in member.hints { try check(hint, of: member.schema) }
    } catch {
      throw error.inside("\(kind) \(member.name)")
    }
  }

  private func check(_ hint: JSONSchema.Hint, of schema: JSONSchema) throws(MisleadingHint) {
    let schema = schema.withoutNull
    switch hint {
    case .title, .shown(.never), .priority: break
    case .shown(.whenTrue):
      guard schema == .boolean else { throw MisleadingHint("only a boolean can be shown when it is true") }
    case .format(.longText), .format(.url), .format(.time):
      guard schema == .string else { throw MisleadingHint("only a text can have this format") }
    case .format(.money(let currency)):
      guard currency.count == 3, currency.allSatisfy({ ("A"..."Z").contains($0) }) else {
        throw MisleadingHint("\(currency) is not a currency code of ISO 4217, such as JPY")
      }
      switch schema {
      case .integer, .range, .number: break
      default: throw MisleadingHint("only a number can be an amount of money")
      }
    }
  }

  // MARK: - Properties

  private func check(
    _ property: ViewTypeDescription.Property, of type: ViewTypeDescription
  ) throws(MisleadingHint) {
    do throws(MisleadingHint) {
      for hint in property.hints { try check(hint, of: property, in: type) }
    } catch {
      throw error.inside("property \(property.name)")
    }
  }

  private func check(
    _ hint: _PropertyHint, of property: ViewTypeDescription.Property, in type: ViewTypeDescription
  ) throws(MisleadingHint) {
    switch hint {
    case .value(.priority): throw MisleadingHint("only a member of a record has a priority")
    case .value(let hint): try check(hint, of: property.schema)
    case .busy where property.access == .writeOnly:
      throw MisleadingHint("it shows that work is in progress, but is write-only")
    case .busy(let values, let action):
      try checkBusy(property.schema.withoutNull, values, property.schema)
      if let action { try check(callOf: action, "to cancel work", of: type) }
    case .errorMessage:
      guard property.schema.withoutNull == .string, property.access != .writeOnly else {
        throw MisleadingHint("an error message must be a readable string, which may be null")
      }
    case .filters(let filtered):
      guard property.access != .readOnly else { throw MisleadingHint("it filters, but cannot be set") }
      _ = try element(of: filtered, in: type)
    case .subtitle(let member):
      guard property.access != .writeOnly else { throw MisleadingHint("it is the subtitle, but is write-only") }
      let value = try member.map { name throws(MisleadingHint) in try self.member(name, of: property) }
      guard (value ?? property.schema).withoutNull.isTextOrNumber, property.schema.withoutNull.isSingle else {
        throw MisleadingHint("a subtitle must be a text or a number")
      }
    case .submits(let action):
      guard property.access != .readOnly, property.schema.withoutNull.isField else {
        throw MisleadingHint("@Submits needs a text or a number that can be set")
      }
      try check(callOf: action, "on Enter", of: type)
    case .scrollsFromEnd(let target, let member):
      _ = try element(of: property.name, in: type)
      guard let target else { break }
      guard let row = property.schema.row, let value = source(target, in: type) else {
        throw MisleadingHint("there is no property \(target)")
      }
      guard !value.isSecret else { throw MisleadingHint("\(target) is write-only and cannot be a target") }
      let found = try member.map { name throws(MisleadingHint) in try self.member(name, of: property) } ?? row
      guard found.withoutNull == value.schema.withoutNull else {
        throw MisleadingHint("\(target) has another type than \(property.name)[]\(member.map { ".\($0)" } ?? "")")
      }
    case .opens(let destination):
      guard property.access != .writeOnly else { throw MisleadingHint("it opens a view, but is write-only") }
      let row = property.schema.row
      try check(destination) { name in
        guard let row else { return source(name, in: type) }
        return row.members.first { $0.name == name }.map { ($0.schema, false) }
      }
    }
  }

  private func checkBusy(_ inner: JSONSchema, _ values: [String], _ schema: JSONSchema) throws(MisleadingHint) {
    if case .enumeration(let enumeration) = inner {
      if values.isEmpty { throw MisleadingHint("name the values of \(enumeration.name) at which work is in progress") }
      guard let unknown = values.first(where: { !enumeration.values.contains(.string($0)) }) else { return }
      throw MisleadingHint("\(unknown) is not a value of \(enumeration.name)")
    }
    if !values.isEmpty {
      throw MisleadingHint("only for an enumeration can values be named at which work is in progress")
    }
    switch inner {
    case .boolean, .integer, .range: return
    default:
      guard inner == schema else { return }
      throw MisleadingHint(
        "it must be a boolean, an integer, an enumeration or a type that may be null to show that work is in progress")
    }
  }

  // MARK: - Actions

  private func check(_ action: ViewTypeDescription.Action, of type: ViewTypeDescription) throws(MisleadingHint) {
    do throws(MisleadingHint) {
      for hints in action.argumentHints where !action.arguments.contains(where: { $0.name == hints.name }) {
        throw MisleadingHint("it has no argument \(hints.name)")
      }
      for argument in action.arguments {
        guard let hints = action.hints(ofArgument: argument.name), let property = hints.property else { continue }
        try check(argument, from: property, member: hints.member, of: type)
      }
      guard let destination = action.destination else { return }
      try check(destination) { name in
        guard let argument = action.arguments.first(where: { $0.name == name }) else { return source(name, in: type) }
        return (argument.schema, action.hints(ofArgument: name)?.isWriteOnly ?? false)
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
        throw MisleadingHint("\(source) has another type")
      }
    } catch {
      throw error.inside("argument \(argument.name)")
    }
  }

  // MARK: - Parts

  private func check(_ destination: _Destination, source: (String) -> Source?) throws(MisleadingHint) {
    guard let type = viewTypes.first(where: { $0.name == destination.type }) else {
      throw MisleadingHint("there is no view type \(destination.type) to open")
    }
    var known: Set<String> = []
    for (name, from) in destination.parameters {
      guard known.insert(name).inserted else { throw MisleadingHint("the parameter \(name) is named twice") }
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
    for parameter in type.parameters where parameter.isRequired && !known.contains(parameter.name) {
      throw MisleadingHint("the view type \(type.name) requires the parameter \(parameter.name)")
    }
  }

  /// The schema of a member of a record, or of the records of an array.
  private func member(
    _ name: String, of property: ViewTypeDescription.Property
  ) throws(MisleadingHint) -> JSONSchema {
    guard let member = property.schema.row?.members.first(where: { $0.name == name }) else {
      throw MisleadingHint("\(property.name) has no member \(name)")
    }
    return member.schema
  }

  private func source(_ property: String, in type: ViewTypeDescription) -> Source? {
    type.properties.first { $0.name == property }.map { ($0.schema, $0.access == .writeOnly) }
  }

  private func element(of property: String, in type: ViewTypeDescription) throws(MisleadingHint) -> JSONSchema {
    guard let property = type.properties.first(where: { $0.name == property }) else {
      throw MisleadingHint("there is no property \(property)")
    }
    switch property.schema.withoutNull {
    case .array(let element), .set(let element): return element
    default: throw MisleadingHint("\(property.name) is not an array")
    }
  }
}
