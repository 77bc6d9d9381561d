import JSON
import SVVS
import StateProtocol

/// Checks of hints about a property, and the parts of a screen that follow from them.
extension ScreenBuilder {
  func checkProgress(
    _ property: ViewTypeDescription.Property, of total: String?
  ) throws(MisleadingHint) {
    guard property.schema.withoutNull.isNumber, property.access != .writeOnly else {
      throw MisleadingHint("it shows progress, but is not a number that can be read: mark a number")
    }
    guard let total else { return }
    let end = try self.property(total)
    guard end.schema.withoutNull.isNumber, end.access != .writeOnly, total != property.name else {
      throw MisleadingHint("\(total) is not another number that can be read: name the end of the work, or none")
    }
  }

  func checkAnswer(
    _ name: String, _ property: ViewTypeDescription.Property, in screen: Screen
  ) throws(MisleadingHint) {
    if let other = screen.parts.first(where: { $0.answer != nil }) {
      throw MisleadingHint("\(other.name) is already a question: mark only one, and ask one after the other")
    }
    guard property.schema == Question?.jsonSchema, property.access == .readOnly else {
      throw MisleadingHint("a question must be a Question? that front ends cannot set: declare private(set)")
    }
    guard let action = type.actions.first(where: { $0.name == name }) else {
      throw MisleadingHint("there is no action \(name): name an action of the view state")
    }
    let arguments = [JSONSchema.Member("choice", String.self), JSONSchema.Member("question", String.self)]
    guard action.arguments == arguments else {
      throw MisleadingHint(
        "\(name) answers a question: declare it as \(name)(_ choice: String, question id: String)")
    }
  }

  func checkBusy(_ inner: JSONSchema, _ values: [String], _ schema: JSONSchema) throws(MisleadingHint) {
    if case .enumeration(let enumeration) = inner {
      if values.isEmpty { throw MisleadingHint("name the values of \(enumeration.name) at which work is in progress") }
      guard let unknown = values.first(where: { !enumeration.values.contains(.string($0)) }) else { return }
      throw MisleadingHint("\(unknown) is not a value of \(enumeration.name)")
    }
    if !values.isEmpty {
      throw MisleadingHint("only an enumeration has values at which work is in progress: remove them")
    }
    switch inner {
    case .boolean, .integer, .range: return
    default:
      guard inner == schema else { return }
      throw MisleadingHint(
        "it must be a boolean, an integer, an enumeration or a type that may be null to show that work is in progress")
    }
  }

  func subtitle(
    _ field: ScreenField, _ property: ViewTypeDescription.Property, member: String?
  ) throws(MisleadingHint) -> ScreenSubtitle {
    guard property.access != .writeOnly else {
      throw MisleadingHint("it is the subtitle, but is write-only: mark a readable property")
    }
    let value = try member.map { name throws(MisleadingHint) in try self.member(name, of: property) }
    guard (value ?? property.schema).withoutNull.isTextOrNumber, property.schema.withoutNull.isSingle else {
      throw MisleadingHint("a subtitle must be a text or a number")
    }
    let shown = member.flatMap { name in field.members?.first { $0.name == name } } ?? field
    return ScreenSubtitle(property: property.name, member: member, shown)
  }

  func scroll(
    _ property: ViewTypeDescription.Property, target: String?, member: String?
  ) throws(MisleadingHint) -> ScreenScroll {
    _ = try element(of: property.name)
    var scroll = ScreenScroll(start: .end)
    guard let target, let member else { return scroll }
    let value = try self.property(target)
    guard value.access != .writeOnly else {
      throw MisleadingHint("\(target) is write-only and cannot be a target: name a readable property")
    }
    guard try self.member(member, of: property).withoutNull == value.schema.withoutNull else {
      throw MisleadingHint("\(target) has another type than \(property.name)[].\(member)")
    }
    (scroll.target, scroll.member) = (target, member)
    if value.access != .readOnly, value.schema.isNullable { scroll.resets = true }
    return scroll
  }

  /// Makes the opening of the file in a property, or in the member of an array's records.
  func file(
    _ property: ViewTypeDescription.Property, member: String?
  ) throws(MisleadingHint) -> ScreenOpening {
    guard let member else {
      guard property.schema.withoutNull.isFileLocation, property.access != .writeOnly else {
        throw MisleadingHint(
          "it is not a FileLocation: mark a property of this type, or name a member of an array's records")
      }
      var opening = ScreenOpening(on: .value)
      opening.file = property.name
      if property.access != .readOnly, property.schema.isNullable { opening.resets = true }
      return opening
    }
    _ = try element(of: property.name)
    guard try self.member(member, of: property).withoutNull.isFileLocation else {
      throw MisleadingHint("\(property.name)[].\(member) is not a FileLocation: name a member of this type")
    }
    var opening = ScreenOpening(on: .row)
    opening.file = member
    return opening
  }
}
