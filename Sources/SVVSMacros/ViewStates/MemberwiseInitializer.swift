import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The initializer of a type that declares none. It has a parameter for each stored property without a value. Unlike the
/// initializer that the compiler generates for a struct, it has no parameters for variables that are optional or have a
/// value.
enum MemberwiseInitializer {
  /// Returns the initializer of a class. Empty if the class declares one, if the compiler generates the same one, or if
  /// a property needs a value that cannot be a parameter.
  static func members(of declaration: ClassDeclSyntax) -> [DeclSyntax] {
    guard let parameters = parameters(of: declaration) else { return [] }
    guard parameters.isEmpty else { return [initializer("@MainActor", parameters)] }
    // The compiler generates an initializer with the isolation of the class. If the class is not isolated, its
    // properties have another isolation: an error that hides the cause.
    let isMissing = declaration.inheritanceClause == nil && !declaration.hasAttribute("MainActor")
    return isMissing ? ["@MainActor init() {}"] : []
  }

  fileprivate typealias Parameter = (name: String, type: TypeSyntax)

  /// The parameters. Nil if the type declares an initializer, or if a property needs a value that cannot be a parameter.
  fileprivate static func parameters(of declaration: some DeclGroupSyntax) -> [Parameter]? {
    var parameters: [Parameter] = []
    for member in declaration.memberBlock.members {
      if member.decl.is(InitializerDeclSyntax.self) { return nil }
      // The macro does not know which branch is compiled.
      if let condition = member.decl.as(IfConfigDeclSyntax.self), condition.affectsInitializer { return nil }
      guard let variable = member.decl.as(VariableDeclSyntax.self), !variable.hasModifier(.lazy) else { continue }
      for binding in variable.bindings where variable.isStored(binding) && binding.initializer == nil {
        let type = variable.writtenType(of: binding)
        let isVariable = variable.bindingSpecifier.tokenKind == .keyword(.var)
        if isVariable, type?.wrappedType != nil { continue }
        guard let type, let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { return nil }
        parameters.append((name, type))
      }
    }
    return parameters
  }

  fileprivate static func initializer(_ modifier: String, _ parameters: [Parameter]) -> DeclSyntax {
    let list = parameters.map { "\($0.name): \($0.type.isFunction ? "@escaping " : "")\($0.type.trimmedDescription)" }
    let assignments = parameters.map { "  self.\($0.name) = \($0.name)\n" }.joined()
    return "\(raw: modifier) init(\(raw: list.joined(separator: ", "))) {\n\(raw: assignments)}"
  }
}

/// The implementation of `@PackageInitializer`.
struct PackageInitializerMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    MemberwiseInitializer.parameters(of: declaration).map { [MemberwiseInitializer.initializer("package", $0)] } ?? []
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
