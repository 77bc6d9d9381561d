import MacroSupport
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// A macro that makes the properties of a final class observable.
protocol ObservedClassMacro: MemberMacro, MemberAttributeMacro {
  /// The attributes that make them observable instead, if the class has one.
  static var alternatives: [String] { get }
}

extension ObservedClassMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let observed = observedMembers(of: declaration) else { return [] }
    for (misuse, place) in observed.misuses { context.diagnose(misuse.diagnose(at: place)) }
    return ["private var _$observed = _ObservedProperties()", "private let _$registrar = _PropertyRegistrar()"]
  }

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard let variable = member.as(VariableDeclSyntax.self), !variable.hasAttribute("_ObservedProperty"),
      let observed = observedMembers(of: declaration), let index = observed.index(of: variable)
    else { return [] }
    return ["@_ObservedProperty(\(literal: index), of: \(literal: observed.count))"]
  }

  private static func observedMembers(of declaration: some DeclGroupSyntax) -> ObservedMembers? {
    guard let declaration = declaration.as(ClassDeclSyntax.self), declaration.hasModifier(.final),
      !alternatives.contains(where: declaration.hasAttribute)
    else { return nil }
    return ObservedMembers(of: declaration)
  }
}
