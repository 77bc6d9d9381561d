import JSON
import SVVS
import StateProtocol

/// Makes the screen of a view type, and checks that the hints for front ends fit the types. A wrong hint is a mistake of
/// the app's author.
///
/// The macro has already checked the names in a view state. The check is still needed, because the macro does not see
/// types, and an interface may be written without the macro.
struct ScreenBuilder {
  /// The source of a value that is passed to a destination's parameter: the schema of the value, and whether the value
  /// is a secret.
  private typealias Source = (schema: JSONSchema, isSecret: Bool)

  private let type: ViewTypeDescription
  private let viewTypes: [ViewTypeDescription]
  private let values: ScreenValues

  /// Makes the screens of an app, in the order of its view types.
  static func screens(
    of viewTypes: [ViewTypeDescription], definitions: [String: JSONSchema]
  ) throws(AppMistake) -> [Screen] {
    do throws(MisleadingHint) {
      let values = try ScreenValues(definitions: definitions)
      var screens: [Screen] = []
      for type in viewTypes {
        do throws(MisleadingHint) {
          if type.hints.isStart, let other = screens.first(where: { $0.start != nil }) {
            throw MisleadingHint("\(other.name) is already the start").inside("isStart")
          }
          screens.append(try ScreenBuilder(type: type, viewTypes: viewTypes, values: values).screen())
        } catch {
          throw error.inside("view type \(type.name)")
        }
      }
      if !screens.contains(where: { $0.start != nil }), let first = screens.firstIndex(where: { $0.asks == nil }) {
        screens[first].start = true
      }
      return screens
    } catch {
      throw .misleadingHint(place: error.place, reason: error.reason)
    }
  }

  private func screen() throws(MisleadingHint) -> Screen {
    var screen = Screen(name: type.name, title: ScreenBuilder.title(type.hints.title, of: type.name))
    screen.description = type.description
    if type.hints.isStart { try start(&screen) }
    screen.asks = try type.parameters.map { parameter throws(MisleadingHint) in
      try values.ask(parameter, kind: "parameter")
    }.nonEmpty
    for property in type.properties {
      do throws(MisleadingHint) {
        try add(property, to: &screen)
      } catch {
        throw error.inside("property \(property.name)")
      }
    }
    screen.actions = try type.actions.map { description throws(MisleadingHint) in
      do throws(MisleadingHint) {
        return try action(description, in: &screen)
      } catch {
        throw error.inside("action \(description.name)")
      }
    }.nonEmpty
    identifyRows(&screen)
    screen.form = form(of: screen)
    return screen
  }

  private static func title(_ title: String?, of name: String) -> String {
    if let title, !title.isEmpty { title } else { name.titleOfName }
  }

  private func start(_ screen: inout Screen) throws(MisleadingHint) {
    if let parameter = type.parameters.first(where: { $0.isRequired }) {
      throw MisleadingHint("it is the start, but requires the parameter \(parameter.name)").inside("isStart")
    }
    screen.start = true
  }

  /// Checks an action that front ends call without arguments, and returns its name.
  private func call(_ name: String, _ occasion: String) throws(MisleadingHint) -> String {
    guard let action = type.actions.first(where: { $0.name == name }) else {
      throw MisleadingHint("there is no action \(name)")
    }
    guard let argument = action.arguments.first(where: { $0.isRequired }) else { return name }
    throw MisleadingHint("\(name) is called \(occasion), but requires the argument \(argument.name)")
  }

  // MARK: - Properties

  private func add(_ property: ViewTypeDescription.Property, to screen: inout Screen) throws(MisleadingHint) {
    let hints = property.hints.compactMap { if case .value(let hint) = $0 { hint } else { nil } }
    if hints.contains(where: { if case .priority = $0 { true } else { false } }) {
      throw MisleadingHint("only a member of a record has a priority").inside("@Priority")
    }
    let field = try values.field(property.name, property.schema, hints: hints, description: property.description)
    var part = ScreenPart(field)
    if property.access != .readOnly { part.editable = true }
    if property.access == .writeOnly { part.secret = true }
    for hint in property.hints {
      do throws(MisleadingHint) {
        if case .subtitle(let member) = hint {
          try addSubtitle(field, property, member: member, to: &screen)
        } else {
          try follow(hint, property, &part)
        }
      } catch {
        throw error.inside(hint.mark)
      }
    }
    if part.role != .error {
      // A field that filters or submits is shown, and a property that is only set to open a view is not.
      if part.filters != nil || part.submits != nil {
        part.role = nil
      } else if part.opens?.on == .true || part.opens?.on == .value {
        part.role = .hidden
      }
    }
    screen.parts.append(part)
  }

  private func follow(
    _ hint: _PropertyHint, _ property: ViewTypeDescription.Property, _ part: inout ScreenPart
  ) throws(MisleadingHint) {
    switch hint {
    case .value, .subtitle: break
    case .busy where property.access == .writeOnly:
      throw MisleadingHint("it shows that work is in progress, but is write-only")
    case .busy(let values, let action):
      try checkBusy(property.schema.withoutNull, values, property.schema)
      part.busyUnless = property.schema.valuesAtRest(otherThan: values)
      part.cancel = try action.map { name throws(MisleadingHint) in try call(name, "to cancel work") }
    case .errorMessage:
      guard property.schema.withoutNull == .string, property.access != .writeOnly else {
        throw MisleadingHint("an error message must be a readable string, which may be null")
      }
      part.role = .error
    case .filters(let filtered):
      guard property.access != .readOnly else { throw MisleadingHint("it filters, but cannot be set") }
      _ = try element(of: filtered)
      part.filters = filtered
    case .submits(let action):
      guard property.access != .readOnly, property.schema.withoutNull.isField else {
        throw MisleadingHint("@Submits needs a text or a number that can be set")
      }
      part.submits = try call(action, "on Enter")
    case .scrollsFromEnd(let target, let member):
      part.scroll = try scroll(property, target: target, member: member)
    case .opens(let destination):
      guard property.access != .writeOnly else { throw MisleadingHint("it opens a view, but is write-only") }
      part.opens = try opening(destination, property, part)
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

  private func addSubtitle(
    _ field: ScreenField, _ property: ViewTypeDescription.Property, member: String?, to screen: inout Screen
  ) throws(MisleadingHint) {
    guard property.access != .writeOnly else { throw MisleadingHint("it is the subtitle, but is write-only") }
    if let other = screen.subtitle {
      let names = "\(other.property) and \(property.name)"
      throw MisleadingHint("\(names) are both marked @Subtitle, but a view has only one subtitle")
    }
    let value = try member.map { name throws(MisleadingHint) in try self.member(name, of: property) }
    guard (value ?? property.schema).withoutNull.isTextOrNumber, property.schema.withoutNull.isSingle else {
      throw MisleadingHint("a subtitle must be a text or a number")
    }
    let shown = member.flatMap { name in field.members?.first { $0.name == name } } ?? field
    screen.subtitle = ScreenSubtitle(property: property.name, member: member, shown)
  }

  private func scroll(
    _ property: ViewTypeDescription.Property, target: String?, member: String?
  ) throws(MisleadingHint) -> ScreenScroll {
    _ = try element(of: property.name)
    var scroll = ScreenScroll(from: .end)
    guard let target else { return scroll }
    guard let row = property.schema.row, let value = type.properties.first(where: { $0.name == target }) else {
      throw MisleadingHint("there is no property \(target)")
    }
    guard value.access != .writeOnly else { throw MisleadingHint("\(target) is write-only and cannot be a target") }
    let found = try member.map { name throws(MisleadingHint) in try self.member(name, of: property) } ?? row
    guard found.withoutNull == value.schema.withoutNull else {
      throw MisleadingHint("\(target) has another type than \(property.name)[]\(member.map { ".\($0)" } ?? "")")
    }
    (scroll.target, scroll.member) = (target, member)
    if value.access != .readOnly, value.schema.isNullable { scroll.resets = true }
    return scroll
  }

  // MARK: - Actions

  private func action(
    _ action: ViewTypeDescription.Action, in screen: inout Screen
  ) throws(MisleadingHint) -> ScreenAction {
    let title = ScreenBuilder.title(action.title, of: action.name)
    var result = ScreenAction(name: action.name, title: title, description: action.description)
    for hints in action.argumentHints where !action.arguments.contains(where: { $0.name == hints.name }) {
      throw MisleadingHint("it has no argument \(hints.name)").inside(".argument")
    }
    let asks = try action.arguments.map { argument throws(MisleadingHint) in
      do throws(MisleadingHint) {
        return try ask(argument, of: action, in: screen)
      } catch {
        throw error.inside("argument \(argument.name)")
      }
    }
    result.asks = asks.nonEmpty
    let required = asks.filter { $0.optional == nil }
    if required.count == 1 { result.rows = required[0].from?.property }
    for hint in action.hints {
      do throws(MisleadingHint) {
        try follow(hint, action, &result, in: &screen)
      } catch {
        throw error.inside(hint.mark)
      }
    }
    if result.destructive == true, result.confirm == nil { result.confirm = "\(title)?" }
    return result
  }

  private func follow(
    _ hint: ActionHint, _ action: ViewTypeDescription.Action, _ result: inout ScreenAction, in screen: inout Screen
  ) throws(MisleadingHint) {
    switch hint {
    case .argument: break
    case .onAppear:
      if let other = screen.onAppear {
        throw MisleadingHint("both \(other) and \(action.name) are called on appearance")
      }
      screen.onAppear = try call(action.name, "on appearance")
      if !action.isOffered { result.notOffered = true }
    case .offered:
      guard action.isCalledOnAppear else {
        throw MisleadingHint("only an action with .onAppear needs it: all others are offered anyway")
      }
    case .notOffered:
      guard !action.isCalledOnAppear else {
        throw MisleadingHint("an action with .onAppear is not offered anyway")
      }
      result.notOffered = true
    case .notCancellable: result.notCancellable = true
    case .destructive: result.destructive = true
    case .confirms(let question):
      guard !question.isEmpty else { throw MisleadingHint("the question must not be empty") }
      result.confirm = question
    case .enabled(let name):
      guard let property = type.properties.first(where: { $0.name == name }) else {
        throw MisleadingHint("there is no property \(name)")
      }
      guard property.schema == .boolean, property.access != .writeOnly else {
        throw MisleadingHint("\(name) must be a readable boolean that is never null")
      }
      result.enabledBy = name
    case .opens(let type, let parameters):
      result.opens = try opening(_Destination(type, with: parameters), on: nil) { name in
        guard let argument = action.arguments.first(where: { $0.name == name }) else { return source(name) }
        return (argument.schema, action.hints(ofArgument: name)?.isWriteOnly ?? false)
      }
    }
  }

  private func ask(
    _ argument: JSONSchema.Member, of action: ViewTypeDescription.Action, in screen: Screen
  ) throws(MisleadingHint) -> ScreenField {
    var field = try values.ask(argument, kind: "argument")
    let hints = action.hints(ofArgument: argument.name)
    if let title = hints?.title, !title.isEmpty { field.title = title }
    let isSecret = screen.parts.contains { $0.name == argument.name && $0.secret == true }
    if isSecret || hints?.isWriteOnly == true { field.secret = true }
    if hints?.mayBeEmpty == true {
      guard field.kind == .text, field.optional == nil else {
        throw MisleadingHint("mayBeEmpty is for a required text").inside(".argument")
      }
      field.mayBeEmpty = true
    }
    if let hints, let property = hints.property {
      do throws(MisleadingHint) {
        try check(argument, from: property, member: hints.member)
      } catch {
        throw error.inside(".argument")
      }
      field.from = ScreenSource(property: property, member: hints.member)
    } else if argument.name == "id", action.arguments.filter(\.isRequired).map(\.name) == ["id"] {
      // Without a hint, an id is that of the only rows with an id.
      let rows = screen.parts.filter { $0.columns?.contains { $0.name == "id" } == true }
      if rows.count == 1 { field.from = ScreenSource(property: rows[0].name, member: "id") }
    }
    if field.secret == true { field.from = nil }
    return field
  }

  private func check(
    _ argument: JSONSchema.Member, from property: String, member: String?
  ) throws(MisleadingHint) {
    var value = try element(of: property)
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
  }

  // MARK: - Screens

  /// Sets the column that identifies the rows of each part: the member that an action takes, or else `id`.
  private func identifyRows(_ screen: inout Screen) {
    let sources = (screen.actions ?? []).flatMap { ($0.asks ?? []).compactMap(\.from) }
    for index in screen.parts.indices where screen.parts[index].kind == .rows {
      let taken = sources.first { $0.property == screen.parts[index].name && $0.member != nil }?.member
      screen.parts[index].key = taken ?? screen.parts[index].columns?.first { $0.name == "id" }?.name
    }
  }

  /// The fields that people fill in, and the only action that can be meant by Enter in the last one.
  private func form(of screen: Screen) -> ScreenForm? {
    let fields = screen.parts.filter(\.isField).map(\.name)
    guard !fields.isEmpty else { return nil }
    let actions = (screen.actions ?? []).filter {
      $0.rows == nil && $0.notOffered == nil && $0.name != screen.onAppear
    }
    let takingAll = actions.filter { action in
      fields.allSatisfy { field in action.asks?.contains { $0.name == field } == true }
    }
    let candidates =
      takingAll.isEmpty ? actions.filter { $0.asks?.contains { $0.optional == nil } != true } : takingAll
    var form = ScreenForm(fields: fields)
    guard candidates.count == 1 else { return form }
    form.calls = candidates[0].name
    form.passes = (candidates[0].asks ?? []).filter { $0.optional == nil && fields.contains($0.name) }.map(\.name)
      .nonEmpty
    return form
  }

  // MARK: - Destinations

  private func opening(
    _ destination: _Destination, _ property: ViewTypeDescription.Property, _ part: ScreenPart
  ) throws(MisleadingHint) -> ScreenOpening {
    let event: ScreenEvent
    switch part.kind {
    case .rows, .list: event = .row
    case .record: event = .record
    case .switch: event = .true
    case .text, .integer, .number, .choice: event = .value
    case .json: throw MisleadingHint("a dictionary or a value of any type cannot open a view: use an action or an array")
    }
    let row = property.schema.row
    var opening = try opening(destination, on: event) { name in
      guard let row else { return source(name) }
      return row.members.first { $0.name == name }.map { ($0.schema, false) }
    }
    if property.access != .readOnly, event == .true || event == .value && part.nullable == true {
      opening.resets = true
    }
    return opening
  }

  private func opening(
    _ destination: _Destination, on event: ScreenEvent?, source: (String) -> Source?
  ) throws(MisleadingHint) -> ScreenOpening {
    guard let type = viewTypes.first(where: { $0.name == destination.type }) else {
      throw MisleadingHint("there is no view type \(destination.type) to open")
    }
    var params: [String: String] = [:]
    for (name, from) in destination.parameters {
      guard params.updateValue(from, forKey: name) == nil else {
        throw MisleadingHint("the parameter \(name) is named twice")
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
      throw MisleadingHint("the view type \(type.name) requires the parameter \(missing)")
    }
    var opening = ScreenOpening(on: event, view: type.name)
    opening.params = params.isEmpty ? nil : params
    opening.requires = required.nonEmpty
    return opening
  }

  // MARK: - Parts

  /// The schema of a member of a record, or of the records of an array.
  private func member(
    _ name: String, of property: ViewTypeDescription.Property
  ) throws(MisleadingHint) -> JSONSchema {
    guard let member = property.schema.row?.members.first(where: { $0.name == name }) else {
      throw MisleadingHint("\(property.name) has no member \(name)")
    }
    return member.schema
  }

  private func source(_ property: String) -> Source? {
    type.properties.first { $0.name == property }.map { ($0.schema, $0.access == .writeOnly) }
  }

  private func element(of property: String) throws(MisleadingHint) -> JSONSchema {
    guard let property = type.properties.first(where: { $0.name == property }) else {
      throw MisleadingHint("there is no property \(property)")
    }
    switch property.schema.withoutNull {
    case .array(let element), .set(let element): return element
    default: throw MisleadingHint("\(property.name) is not an array")
    }
  }
}

extension ScreenPart {
  /// Whether people type the value into a field of a form.
  fileprivate var isField: Bool {
    guard editable == true, role != .hidden, role != .error, filters == nil, submits == nil, opens == nil else {
      return false
    }
    return kind == .text || kind == .integer || kind == .number
  }
}

extension ViewTypeDescription.Action {
  /// Whether front ends offer the action although they call it when a view appears.
  fileprivate var isOffered: Bool { hints.contains { if case .offered = $0 { true } else { false } } }
}

extension JSONSchema {
  fileprivate var isNullable: Bool { if case .nullable = self { true } else { false } }

  /// The values at which no work is in progress: false, 0, null, or the values of an enumeration other than `values`.
  fileprivate func valuesAtRest(otherThan values: [String]) -> [ScreenConstant] {
    switch self {
    case .nullable(let inner): inner.valuesAtRest(otherThan: values) + [.null]
    case .boolean: [.boolean(false)]
    case .integer, .range: [.integer(0)]
    case .enumeration(let enumeration): enumeration.values.map(ScreenConstant.init).filter { value in
      !values.contains { value == .string($0) }
    }
    default: []
    }
  }
}

extension _PropertyHint {
  /// The attribute that gives the hint.
  fileprivate var mark: String {
    switch self {
    case .value(let hint): hint.mark
    case .busy: "@Busy"
    case .errorMessage: "@ErrorMessage"
    case .filters: "@Filters"
    case .subtitle: "@Subtitle"
    case .submits: "@Submits"
    case .scrollsFromEnd: "@ScrollsFromEnd"
    case .opens: "@Opens"
    }
  }
}

extension ActionHint {
  /// The hint as it is written in an `@Action`.
  fileprivate var mark: String {
    switch self {
    case .onAppear: ".onAppear"
    case .offered: ".offered"
    case .notOffered: ".notOffered"
    case .destructive: ".destructive"
    case .confirms: ".confirms"
    case .enabled: ".enabled"
    case .opens: ".opens"
    case .notCancellable: ".notCancellable"
    case .argument: ".argument"
    }
  }
}

extension Array {
  /// The array. Nil if it is empty, so that it is not written.
  fileprivate var nonEmpty: [Element]? { isEmpty ? nil : self }
}
