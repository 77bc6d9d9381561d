import MacroMessages
import SwiftSyntax

/// The hints about a property, as source code.
struct PropertyHintSource {
  /// The argument `hints` of the function that makes a `_ViewProperty`, after a comma; empty if there are no hints.
  let argument: String
  /// The names in the hints.
  let references: [HintReference]
  /// The attribute `@Subtitle`.
  let subtitle: AttributeSyntax?
  /// The attribute `@Answered`.
  let question: AttributeSyntax?

  /// The names of the attributes that are hints about a property.
  static let markers = ValueHintAttribute.allCases.map(\.rawValue) + PropertyHintAttribute.allCases.map(\.rawValue)

  init(of variable: VariableDeclSyntax) throws(ViewStateMistake) {
    for name in PropertyHintSource.markers {
      let attributes = variable.attributes(named: name)
      guard attributes.count <= 1 else {
        throw ViewStateMistake(.hintTwice, attributes[1], .remove(attributes[1]))
      }
    }
    if let priority = variable.attribute(ValueHintAttribute.priority.rawValue) {
      throw ViewStateMistake(.priorityOfProperty, priority, .remove(priority))
    }
    subtitle = variable.attribute(PropertyHintAttribute.subtitle.rawValue)
    question = variable.attribute(PropertyHintAttribute.answered.rawValue)
    var hints: [HintSource] = []
    for hint in ValueHintAttribute.allCases {
      guard let attribute = variable.attribute(hint.rawValue) else { continue }
      hints.append(try HintSource(hint, attribute))
    }
    var role: (hint: PropertyHintAttribute, attribute: AttributeSyntax)?
    for hint in PropertyHintAttribute.allCases {
      guard let attribute = variable.attribute(hint.rawValue) else { continue }
      if hint.isRole {
        if let role, (role.hint, hint) != (.busy, .progress) {
          throw ViewStateMistake(.severalRoles, variable, .remove(attribute), .remove(role.attribute))
        }
        role = (hint, attribute)
      }
      hints.append(try hint.source(of: attribute))
    }
    argument = hints.isEmpty ? "" : ", hints: [\(hints.map(\.code).joined(separator: ", "))]"
    references = hints.flatMap(\.references)
  }
}

/// An attribute that is a hint about a property of a view state, other than the attributes in `ValueHintAttribute`. For
/// each attribute, `_PropertyHint` has a case of the same name.
private enum PropertyHintAttribute: String, CaseIterable {
  case busy = "Busy"
  case progress = "Progress"
  case errorMessage = "ErrorMessage"
  case notice = "Notice"
  case answered = "Answered"
  case filters = "Filters"
  case subtitle = "Subtitle"
  case submits = "Submits"
  case scrollsFromEnd = "ScrollsFromEnd"
  case opens = "Opens"
  case opensFile = "OpensFile"

  /// Whether the hint states the role of the property. A property has at most one role.
  var isRole: Bool {
    switch self {
    case .busy, .progress, .errorMessage, .notice, .answered, .filters: true
    case .subtitle, .submits, .scrollsFromEnd, .opens, .opensFile: false
    }
  }

  func source(of attribute: AttributeSyntax) throws(ViewStateMistake) -> HintSource {
    let arguments = attribute.labeledArguments
    switch self {
    case .busy:
      var values: [String] = []
      var label: String?
      for argument in arguments {
        label = argument.label?.text ?? label
        if label == "when" { values.append(try argument.expression.hintLiteral) }
      }
      let list = values.joined(separator: ", ")
      guard let action = arguments.argument("cancelledBy") else { return HintSource(".busy(when: [\(list)])") }
      let reference = try HintReference(action, kind: .action, in: attribute)
      return HintSource(".busy(when: [\(list)], cancelledBy: \(reference.literal.trimmedDescription))", [reference])
    case .progress: return try HintSource("progress", of: arguments, label: "of", kind: .property)
    case .errorMessage: return try HintSource("errorMessage", of: arguments, label: "for", kind: .field)
    case .notice: return HintSource(".notice")
    case .answered:
      let action = try HintReference(arguments.argument("by"), kind: .action, in: attribute)
      return HintSource(".answered(by: \(action.literal.trimmedDescription))", [action])
    case .filters:
      let property = try HintReference(arguments.argument(nil), in: attribute)
      return HintSource(".filters(\(property.literal.trimmedDescription))", [property])
    case .subtitle, .opensFile:
      let member = arguments.argument("member")
      _ = try member?.hintText
      return HintSource(".\(self)(\(member.map { "member: \($0.trimmedDescription)" } ?? ""))")
    case .submits:
      let action = try HintReference(arguments.argument(nil), kind: .action, in: attribute)
      return HintSource(".submits(\(action.literal.trimmedDescription))", [action])
    case .scrollsFromEnd:
      guard let target = arguments.argument("target") else { return HintSource(".scrollsFromEnd()") }
      _ = try arguments.argument("member")?.hintText
      let property = try HintReference(target, in: attribute)
      return HintSource(".scrollsFromEnd(\(arguments.trimmedDescription))", [property])
    case .opens: return HintSource(".opens(\(try arguments.destination))")
    }
  }
}

/// A hint as source code, with the names in it.
private struct HintSource {
  let code: String
  let references: [HintReference]

  init(_ code: String, _ references: [HintReference] = []) {
    self.code = code
    self.references = references
  }

  /// Reads a hint that may name a property or an action.
  init(
    _ name: String, of arguments: LabeledExprListSyntax, label: String, kind: HintReference.Kind
  ) throws(ViewStateMistake) {
    let reference = try arguments.argument(label).map { argument throws(ViewStateMistake) in
      try HintReference(argument, kind: kind, in: arguments)
    }
    let argument = reference.map { "\(label): \($0.literal.trimmedDescription)" } ?? ""
    self.init(".\(name)(\(argument))", reference.map { [$0] } ?? [])
  }

  /// Reads a hint about a value.
  init(_ hint: ValueHintAttribute, _ attribute: AttributeSyntax) throws(ViewStateMistake) {
    if hint == .title {
      guard let text = attribute.argument(nil) else { throw ViewStateMistake(.hintNotLiteral, attribute) }
      _ = try text.hintText
    }
    self.init(".value(\(hint.source(of: attribute)))")
  }
}
