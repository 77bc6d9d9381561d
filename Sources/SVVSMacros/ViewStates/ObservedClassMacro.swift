import MacroMessages
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// A macro that makes the properties of a final class observable.
protocol ObservedClassMacro: MemberMacro, MemberAttributeMacro, PeerMacro {
  /// The mistake of attaching the macro to a declaration other than a final class.
  static var misplaced: any Misuse { get }
  /// The attributes that already make the properties of a class observable.
  static var alternatives: [String] { get }
}

extension ObservedClassMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    if let diagnostic = misplaced.diagnoseMisplaced(node, on: declaration) { context.diagnose(diagnostic) }
    return []
  }

  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let members = observingMembers(of: declaration, in: context)
    guard !members.isEmpty, let declaration = declaration.as(ClassDeclSyntax.self) else { return [] }
    return members + MemberwiseInitializer.members(of: declaration)
  }

  /// The members that observe the class, unless another attribute makes it observable.
  static func observingMembers(
    of declaration: some DeclGroupSyntax, in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    guard let observed = observedMembers(of: declaration) else { return [] }
    for mistake in observed.mistakes { context.diagnose(mistake.diagnostic) }
    let storage: [DeclSyntax] = [
      "private var _$observed = _ObservedProperties()", "private let _$registrar = _PropertyRegistrar()",
    ]
    return observed.isIsolated ? storage : storage + [isolationCheck]
  }

  /// A method of the class's isolation, which compiles only on the main actor.
  ///
  /// A macro does not see the default isolation of a module. It therefore isolates the members of a class that is not
  /// marked `@MainActor`, so that this method is the only error if the class is not isolated by default.
  private static var isolationCheck: DeclSyntax {
    """
    private func _$isolation() {
      _ObservedProperties.theClassMustBeMarkedMainActor()
    }
    """
  }

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard let observed = observedMembers(of: declaration) else { return [] }
    let needsIsolation = !observed.isIsolated && member.inheritsIsolation
    let isolation: [AttributeSyntax] = needsIsolation ? ["@MainActor"] : []
    guard let variable = member.as(VariableDeclSyntax.self), !variable.hasAttribute("_ObservedProperty"),
      let index = observed.index(of: variable)
    else { return isolation }
    return isolation + ["@_ObservedProperty(\(literal: index), of: \(literal: observed.count))"]
  }

  private static func observedMembers(of declaration: some DeclGroupSyntax) -> ObservedMembers? {
    guard let declaration = declaration.as(ClassDeclSyntax.self), declaration.hasModifier(.final),
      !alternatives.contains(where: declaration.hasAttribute)
    else { return nil }
    return ObservedMembers(of: declaration)
  }
}

extension DeclSyntaxProtocol {
  /// Whether the declaration is isolated like the class that it is a member of.
  fileprivate var inheritsIsolation: Bool {
    guard let modified = asProtocol((any WithModifiersSyntax).self),
      let attributed = asProtocol((any WithAttributesSyntax).self)
    else { return false }
    let isMember =
      self.is(VariableDeclSyntax.self) || self.is(FunctionDeclSyntax.self) || self.is(InitializerDeclSyntax.self)
      || self.is(SubscriptDeclSyntax.self)
    return isMember && !modified.modifiers.contains { $0.name.tokenKind == .keyword(.nonisolated) }
      && !["MainActor", "concurrent"].contains(where: attributed.hasAttribute)
  }
}
