import MacroMessages
import SwiftSyntax
import SwiftSyntaxMacros

/// The implementation of `@JSONName`, `@Hidden` and the hints about values, such as `@Title`, which other macros read.
///
/// Those macros see only the members of their types, so each marker checks that it has an effect.
struct JSONMarkerMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    let scope = context.lexicalContext.first
    let variable = declaration.as(VariableDeclSyntax.self)
    // `@Observable` copies the attributes of a property to its storage, whose scope is then unknown.
    if scope == nil, variable != nil { return [] }
    let type = scope?.asProtocol((any WithAttributesSyntax).self)
    let isForm = type?.hasAttribute("JSONCodable") ?? false
    let isMember = isForm && variable.map { !$0.isHidden && $0.bindings.contains(where: $0.isStored) } ?? false
    let isInViewState =
      type?.hasAttribute("ViewState") ?? false && (variable != nil || declaration.is(FunctionDeclSyntax.self))
    let (hasEffect, misuse): (Bool, JSONCodableMisuse) =
      switch node.plainName {
      case "JSONName": (isMember, .nameWithoutEffect)
      case "Hidden": (variable != nil && isForm || isInViewState, .hiddenWithoutEffect)
      case "Title" where isForm && declaration.is(EnumCaseDeclSyntax.self): (true, .hintWithoutEffect)
      // The macro `@ViewState` reports hints about hidden properties and methods.
      default: (isMember || isInViewState, .hintWithoutEffect)
      }
    if !hasEffect { context.diagnose(misuse.diagnose(at: node, .remove(node))) }
    return []
  }
}
