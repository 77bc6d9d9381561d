import SwiftSyntax

/// An attribute that is a hint about a value: about a member of a `@JSONCodable` type, or about a property of a view
/// state. For each attribute, `JSONSchema.Hint` has a case of the same name with the same arguments.
enum ValueHintAttribute: String, CaseIterable {
  case title = "Title"
  case shown = "Shown"
  case format = "Format"
  case priority = "Priority"

  /// The hint as source code.
  func source(of attribute: AttributeSyntax) -> String {
    ".\(self)(\(attribute.arguments?.trimmedDescription ?? ""))"
  }
}

extension WithAttributesSyntax {
  /// The argument `hints` of a call with the hints about a value, as source code after a comma. Empty if the
  /// declaration has no such hints.
  var valueHintsArgument: String {
    let hints = ValueHintAttribute.allCases.compactMap { hint in attribute(hint.rawValue).map(hint.source) }
    return hints.isEmpty ? "" : ", hints: [\(hints.joined(separator: ", "))]"
  }
}
