import SwiftSyntax
import SwiftSyntaxBuilder

/// The initializer of a class that declares none. As with a struct, it has a parameter for each stored property without
/// a value.
enum MemberwiseInitializer {
  /// Returns the initializer. Empty if the class declares one, if the compiler generates the same one, or if a property
  /// needs a value that cannot be a parameter.
  static func members(of declaration: ClassDeclSyntax) -> [DeclSyntax] {
    var parameters: [(name: String, type: TypeSyntax)] = []
    for member in declaration.memberBlock.members {
      if member.decl.is(InitializerDeclSyntax.self) { return [] }
      // The macro does not know which branch is compiled.
      if let condition = member.decl.as(IfConfigDeclSyntax.self), condition.affectsInitializer { return [] }
      guard let variable = member.decl.as(VariableDeclSyntax.self), !variable.hasModifier(.lazy) else { continue }
      for binding in variable.bindings where variable.isStored(binding) && binding.initializer == nil {
        let type = variable.writtenType(of: binding)
        let isVariable = variable.bindingSpecifier.tokenKind == .keyword(.var)
        if isVariable, type?.wrappedType != nil { continue }
        guard let type, let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { return [] }
        parameters.append((name, type))
      }
    }
    guard !parameters.isEmpty else {
      // The compiler generates an initializer with the isolation of the class. If the class is not isolated, its
      // properties have another isolation: an error that hides the cause.
      let isMissing = declaration.inheritanceClause == nil && !declaration.hasAttribute("MainActor")
      return isMissing ? ["@MainActor init() {}"] : []
    }
    let list = parameters.map { "\($0.name): \($0.type.isFunction ? "@escaping " : "")\($0.type.trimmedDescription)" }
    let assignments = parameters.map { "  self.\($0.name) = \($0.name)\n" }.joined()
    return ["@MainActor init(\(raw: list.joined(separator: ", "))) {\n\(raw: assignments)}"]
  }
}

extension IfConfigDeclSyntax {
  /// Whether a branch declares an initializer, or a stored property without a value.
  fileprivate var affectsInitializer: Bool {
    clauses.contains { clause in
      guard case .decls(let members) = clause.elements else { return false }
      return members.contains { member in
        if let inner = member.decl.as(IfConfigDeclSyntax.self) { return inner.affectsInitializer }
        if let variable = member.decl.as(VariableDeclSyntax.self) {
          return variable.bindings.contains { variable.isStored($0) && $0.initializer == nil }
        }
        return member.decl.is(InitializerDeclSyntax.self)
      }
    }
  }
}

extension TypeSyntax {
  /// Whether this is a type of functions, as its syntax shows.
  fileprivate var isFunction: Bool {
    self.is(FunctionTypeSyntax.self) || self.as(AttributedTypeSyntax.self)?.baseType.isFunction ?? false
  }
}
