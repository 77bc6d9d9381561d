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
    var hints: [HintSource] = []
    for hint in ValueHintAttribute.allCases {
      guard let attribute = variable.attribute(hint.rawValue) else { continue }
      hints.append(try HintSource(hint, attribute))
    }
    var role: AttributeSyntax?
    for hint in PropertyHintAttribute.allCases {
      guard let attribute = variable.attribute(hint.rawValue) else { continue }
      if hint.isRole {
        if let role { throw ViewStateMistake(.severalRoles, variable, .remove(attribute), .remove(role)) }
        role = attribute
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
  case errorMessage = "ErrorMessage"
  case filters = "Filters"
  case subtitle = "Subtitle"
  case submits = "Submits"
  case scrollsFromEnd = "ScrollsFromEnd"
  case opens = "Opens"

  /// Whether the hint states the role of the property. A property has at most one role.
  var isRole: Bool {
    switch self {
    case .busy, .errorMessage, .filters: true
    case .subtitle, .submits, .scrollsFromEnd, .opens: false
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
    case .errorMessage: return HintSource(".errorMessage")
    case .filters:
      let property = try HintReference(arguments.argument(nil), in: attribute)
      return HintSource(".filters(\(property.literal.trimmedDescription))", [property])
    case .subtitle:
      let member = arguments.argument("member")
      _ = try member?.hintText
      return HintSource(".subtitle(\(member.map { "member: \($0.trimmedDescription)" } ?? ""))")
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

  /// Reads a hint about a value.
  init(_ hint: ValueHintAttribute, _ attribute: AttributeSyntax) throws(ViewStateMistake) {
    if hint == .title {
      guard let text = attribute.argument(nil) else { throw ViewStateMistake(.hintNotLiteral, attribute) }
      _ = try text.hintText
    }
    self.init(".value(\(hint.source(of: attribute)))")
  }
}
