import MacroMessages
import SwiftSyntax
import SwiftSyntaxBuilder

/// The kind of a property that the server connects to its view: front ends do not see it.
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
    guard !hasModifier(.static, .class) else { return nil }
    let type = writtenType(of: binding) ?? binding.initializer?.value.createdType
    let kind = (type?.wrappedType ?? type)?.plainName.flatMap(ConnectedProperty.init)
    // A computed lifetime is read once. A computed scope may be another one each time.
    return kind == .effectScope && !isStored(binding) ? nil : kind
  }

  /// The type of a property, if it is written.
  func writtenType(of binding: PatternBindingSyntax) -> TypeSyntax? {
    // In `var a, b: Int`, the type is that of both.
    let following = bindings.drop { $0 != binding }
    return following.first { $0.typeAnnotation != nil || $0.initializer != nil }?.typeAnnotation?.type
  }
}

extension ClassDeclSyntax {
  /// The private stored properties whose types only the compiler knows. If one of them is an `EffectScope`, it is not
  /// connected.
  var untypedProperties: [String] {
    memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }.flatMap { variable in
      variable.bindings.compactMap { binding in
        guard variable.isHidden, !variable.hasModifier(.lazy), variable.isStored(binding),
          binding.typeAnnotation == nil,
          let value = binding.initializer?.value, value.hasUnknownType,
          let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
        else { return nil }
        return name.trimmingBackticks
      }
    }
  }
}

extension ExprSyntax {
  /// Whether the type is that of a declaration elsewhere: a call of a function, a property or a variable.
  fileprivate var hasUnknownType: Bool {
    if let call = self.as(FunctionCallExprSyntax.self) { return call.calledExpression.isLowercased }
    return isLowercased
  }

  /// Whether this is a name, or a member of another expression, that begins with a lowercase letter.
  private var isLowercased: Bool {
    let name =
      self.as(DeclReferenceExprSyntax.self)?.baseName
      ?? self.as(MemberAccessExprSyntax.self)?.declName.baseName
    guard let name, name.tokenKind != .keyword(.`init`) else { return false }
    return name.text.first?.isLowercase ?? false
  }

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
