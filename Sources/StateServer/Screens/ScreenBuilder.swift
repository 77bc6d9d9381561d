import JSON
import SVVS
import StateProtocol

/// Makes the screen of a view type, and checks that the hints for front ends fit the types. A wrong hint is a mistake
/// of the app's author.
///
/// The macro has already checked the names in a view state. The check is still needed, because the macro does not see
/// types, and an interface may be written without the macro.
struct ScreenBuilder {
  let type: ViewTypeDescription
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
        try MisleadingHint.inside("view type \(type.name)") { () throws(MisleadingHint) in
          if type.hints.isStart, let other = screens.first(where: { $0.start != nil }) {
            throw MisleadingHint("\(other.name) is already the start: mark only one view type").inside("isStart")
          }
          screens.append(try ScreenBuilder(type: type, viewTypes: viewTypes, values: values).screen())
        }
      }
      if !screens.contains(where: { $0.start != nil }), let first = screens.firstIndex(where: { $0.asks == nil }) {
        screens[first].start = true
      }
      screens.assignLetters()
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
      try MisleadingHint.inside("property \(property.name)") { () throws(MisleadingHint) in
        try add(property, to: &screen)
      }
    }
    for part in screen.parts { try checkAbout(part, in: screen) }
    screen.actions = try type.actions.map { description throws(MisleadingHint) in
      try MisleadingHint.inside("action \(description.name)") { () throws(MisleadingHint) in
        try action(description, in: &screen)
      }
    }.nonEmpty
    screen.identifyRows()
    screen.form = screen.formOfFields
    return screen
  }

  private static func title(_ title: String?, of name: String) -> String {
    if let title, !title.isEmpty { title } else { name.titleOfName }
  }

  private func start(_ screen: inout Screen) throws(MisleadingHint) {
    if let parameter = type.parameters.first(where: { $0.isRequired }) {
      let reason = "it is the start, but requires the parameter \(parameter.name): mark another view type"
      throw MisleadingHint(reason).inside("isStart")
    }
    screen.start = true
  }

  /// Checks an action that front ends call without arguments, and returns its name.
  private func call(_ name: String, _ occasion: String) throws(MisleadingHint) -> String {
    guard let action = type.actions.first(where: { $0.name == name }) else {
      throw MisleadingHint("there is no action \(name): name an action of the view state")
    }
    guard let argument = action.arguments.first(where: { $0.isRequired }) else { return name }
    throw MisleadingHint(
      "\(name) is called \(occasion), but requires the argument \(argument.name): give the argument a default value")
  }

  // MARK: - Properties

  private func add(_ property: ViewTypeDescription.Property, to screen: inout Screen) throws(MisleadingHint) {
    let hints = property.hints.compactMap { if case .value(let hint) = $0 { hint } else { nil } }
    let field = try values.field(property.name, property.schema, hints: hints, description: property.description)
    var part = ScreenPart(field)
    if property.access != .readOnly { part.editable = true }
    if property.access == .writeOnly { part.secret = true }
    for hint in property.hints {
      try MisleadingHint.inside(hint.mark) { () throws(MisleadingHint) in
        try follow(hint, property, field, &part, in: &screen)
      }
    }
    try checkRole(of: part, hints: property.hints)
    if part.role == nil || part.role == .hidden || part.role == .flag {
      // A field that filters or submits is shown, and a property that is only set to open a view is not.
      if part.filters != nil || part.submits != nil {
        part.role = nil
      } else if part.opens?.view != nil, part.opens?.on == .true || part.opens?.on == .value {
        part.role = .hidden
      }
    }
    screen.parts.append(part)
  }

  /// Checks that a property that people see in a form of its own neither submits nor opens a view.
  private func checkRole(of part: ScreenPart, hints: [_PropertyHint]) throws(MisleadingHint) {
    guard [.notice, .progress, .question].contains(part.role) else { return }
    for hint in hints {
      switch hint {
      case .submits, .opens:
        throw MisleadingHint(
          "a message of success, a progress or a question neither submits nor opens a view: remove one of the hints"
        ).inside(hint.mark)
      default: break
      }
    }
  }

  /// Checks the part that an error is about, which may be declared later than the error.
  private func checkAbout(_ part: ScreenPart, in screen: Screen) throws(MisleadingHint) {
    guard let about = part.about else { return }
    let found = screen.parts.first { $0.name == about }
    guard found?.role == nil || found?.role == .flag else {
      throw MisleadingHint("people do not see the value of \(about): name a property that they see, or none")
        .inside(_PropertyHint.errorMessage().mark).inside("property \(part.name)")
    }
  }

  private func follow(
    _ hint: _PropertyHint, _ property: ViewTypeDescription.Property, _ field: ScreenField, _ part: inout ScreenPart,
    in screen: inout Screen
  ) throws(MisleadingHint) {
    switch hint {
    case .value(.priority): throw MisleadingHint("only a member of a record has a priority: remove it")
    case .value: break
    case .busy where property.access == .writeOnly:
      throw MisleadingHint("it shows that work is in progress, but is write-only: mark a readable property")
    case .busy(let values, let action):
      try checkBusy(property.schema.withoutNull, values, property.schema)
      part.busyUnless = property.schema.valuesAtRest(otherThan: values)
      part.cancel = try action.map { name throws(MisleadingHint) in try call(name, "to cancel work") }
    case .errorMessage(let about):
      guard property.schema.withoutNull == .string, property.access != .writeOnly else {
        throw MisleadingHint("an error message must be a readable string, which may be null")
      }
      part.role = .error
      part.about = try about.map { name throws(MisleadingHint) in try self.property(name).name }
    case .notice:
      guard property.schema == .nullable(.string), property.access != .writeOnly else {
        throw MisleadingHint("a message of success must be a readable string that may be null: declare a String?")
      }
      part.role = .notice
    case .progress(let total):
      try checkProgress(property, of: total)
      (part.role, part.total) = (.progress, total)
      if part.nullable == true { part.busyUnless = [.null] }
    case .answered(let action):
      try checkAnswer(action, property, in: screen)
      part.answer = action
      part.role = .question
    case .filters(let filtered):
      guard property.access != .readOnly else { throw MisleadingHint("it filters, but cannot be set: mark a var") }
      _ = try element(of: filtered)
      part.filters = filtered
    case .subtitle(let member):
      if let other = screen.subtitle {
        let names = "\(other.property) and \(property.name)"
        throw MisleadingHint("\(names) are both marked @Subtitle, but a view has only one subtitle: mark only one")
      }
      screen.subtitle = try subtitle(field, property, member: member)
    case .submits(let action):
      guard property.access != .readOnly, property.schema.withoutNull.isText else {
        throw MisleadingHint("what people enter is sent as a message: mark a text that can be set")
      }
      part.submits = try call(action, "on Enter")
    case .scrollsFromEnd(let target, let member):
      part.scroll = try scroll(property, target: target, member: member)
    case .opens(let destination):
      guard property.access != .writeOnly else {
        throw MisleadingHint("it opens a view, but is write-only: mark a readable property")
      }
      part.opens = try opening(destination, property, part)
    case .opensFile(let member):
      guard part.opens == nil else {
        throw MisleadingHint("it opens a view, and cannot open a file as well: remove one of the hints")
      }
      part.opens = try file(property, member: member)
    }
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
      try MisleadingHint.inside("argument \(argument.name)") { () throws(MisleadingHint) in
        try ask(argument, of: action, in: screen)
      }
    }
    result.asks = asks.nonEmpty
    let required = asks.filter { $0.optional == nil }
    if required.count == 1 { result.rows = required[0].from?.property }
    let isAnswer = screen.parts.contains { $0.answer == action.name }
    if isAnswer { result.notOffered = true }
    for hint in action.hints {
      try MisleadingHint.inside(hint.mark) { () throws(MisleadingHint) in
        if isAnswer, hint.isAboutOffers {
          throw MisleadingHint("the action only answers a question: remove \(hint.mark)")
        }
        try follow(hint, action, &result, in: &screen)
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
        throw MisleadingHint("both \(other) and \(action.name) are called on appearance: mark only one")
      }
      screen.onAppear = try call(action.name, "on appearance")
      if action.isOnlyForAppearance { result.notOffered = true }
    case .offered:
      guard action.isCalledOnAppear else {
        throw MisleadingHint("an action without .onAppear is offered anyway: remove .offered")
      }
    case .notOffered:
      guard !action.isCalledOnAppear else {
        throw MisleadingHint("an action with .onAppear is not offered anyway: remove .notOffered")
      }
      result.notOffered = true
    case .notCancellable: result.notCancellable = true
    case .destructive where action.isOnlyForAppearance, .confirms where action.isOnlyForAppearance:
      throw MisleadingHint("it is not confirmed when a view appears: remove \(hint.mark), or add .offered")
    case .destructive: result.destructive = true
    case .confirms(let question):
      guard !question.isEmpty else { throw MisleadingHint("the question is empty: write what people confirm") }
      result.confirm = question
    case .enabled(let name):
      let property = try property(name)
      guard property.schema == .boolean, property.access != .writeOnly else {
        throw MisleadingHint("\(name) must be a readable boolean that is never null")
      }
      result.enabledBy = name
    case .opens(let type, let parameters):
      let destination = _Destination(type, with: parameters)
      result.opens = try ScreenOpening(destination, on: nil, among: viewTypes) { name in
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
        throw MisleadingHint("mayBeEmpty is only for a required text: remove it").inside(".argument")
      }
      field.mayBeEmpty = true
    }
    if let hints, let property = hints.property {
      try MisleadingHint.inside(".argument") { () throws(MisleadingHint) in
        try check(argument, from: property, member: hints.member)
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
    case .json:
      throw MisleadingHint(
        "a value without a fixed form, such as a dictionary, cannot open a view: mark an array, a struct or an action")
    }
    let row = property.schema.row
    var opening = try ScreenOpening(destination, on: event, among: viewTypes) { name in
      guard let row else { return source(name) }
      return row.members.first { $0.name == name }.map { ($0.schema, false) }
    }
    if property.access != .readOnly, event == .true || event == .value && part.nullable == true {
      opening.resets = true
    }
    return opening
  }

  // MARK: - Parts

  func property(_ name: String) throws(MisleadingHint) -> ViewTypeDescription.Property {
    guard let property = type.properties.first(where: { $0.name == name }) else {
      throw MisleadingHint("there is no property \(name): name a property of the view state")
    }
    return property
  }

  /// The schema of a member of a record, or of the records of an array.
  func member(
    _ name: String, of property: ViewTypeDescription.Property
  ) throws(MisleadingHint) -> JSONSchema {
    guard let member = property.schema.row?.members.first(where: { $0.name == name }) else {
      throw MisleadingHint("\(property.name) has no member \(name)")
    }
    return member.schema
  }

  private func source(_ property: String) -> ScreenOpening.Source? {
    type.properties.first { $0.name == property }.map { ($0.schema, $0.access == .writeOnly) }
  }

  func element(of property: String) throws(MisleadingHint) -> JSONSchema {
    switch try self.property(property).schema.withoutNull {
    case .array(let element), .set(let element): return element
    default: throw MisleadingHint("\(property) is not an array: name an array")
    }
  }
}

extension ViewTypeDescription.Action {
  /// Whether front ends call the action when a view appears, and do not offer it.
  fileprivate var isOnlyForAppearance: Bool {
    isCalledOnAppear && !hints.contains { if case .offered = $0 { true } else { false } }
  }
}

extension ActionHint {
  /// Whether the hint has no effect on an action that people call only by their answer to a question.
  fileprivate var isAboutOffers: Bool {
    switch self {
    case .offered, .notOffered, .destructive, .confirms, .enabled: true
    case .onAppear, .notCancellable, .opens, .argument: false
    }
  }
}
