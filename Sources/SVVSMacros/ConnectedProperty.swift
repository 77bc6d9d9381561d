import MacroSupport
import SwiftSyntax
import SwiftSyntaxBuilder

/// The kind of a stored property that the server connects to its view: front ends do not see it.
enum ConnectedProperty: String {
  case effectScope = "EffectScope"
  case lifetime = "ScopeLifetime"

  /// The mistake of a second property of this kind.
  var repetition: ViewStateMisuse {
    switch self {
    case .effectScope: .secondEffectScope
    case .lifetime: .secondLifetime
    }
  }
}

extension VariableDeclSyntax {
  /// The properties of the declaration that the server connects to the view, with their names.
  var connectedProperties: [(kind: ConnectedProperty, name: String)] {
    bindings.compactMap { binding in connection(of: binding).map { ($0, binding.pattern.trimmedDescription) } }
  }

  /// The kind of the property if the server connects it to the view. Nil for other properties.
  func connection(of binding: PatternBindingSyntax) -> ConnectedProperty? {
    guard isStored(binding) else { return nil }
    // In `var a, b: Int`, the type is that of both.
    let following = bindings.drop { $0 != binding }
    let type =
      following.first { $0.typeAnnotation != nil || $0.initializer != nil }?.typeAnnotation?.type
      ?? binding.initializer?.value.createdType
    return (type?.wrappedType ?? type)?.plainName.flatMap(ConnectedProperty.init)
  }
}

extension ExprSyntax {
  /// The type `Name` of `Name()`, `Module.Name()` and `Name.init()`.
  fileprivate var createdType: TypeSyntax? {
    guard let called = self.as(FunctionCallExprSyntax.self)?.calledExpression else { return nil }
    let member = called.as(MemberAccessExprSyntax.self)
    let type = member?.declName.baseName.tokenKind == .keyword(.`init`) ? member?.base : called
    return type.map { TypeSyntax("\($0.trimmed)") }
  }
}

extension TypeSyntax {
  /// The name of the type without its module.
  fileprivate var plainName: String? {
    self.as(IdentifierTypeSyntax.self)?.name.text ?? self.as(MemberTypeSyntax.self)?.name.text
  }
}
