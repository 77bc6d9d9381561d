import MacroMessages
import SwiftSyntax
import SwiftSyntaxMacros

/// The implementation of `@Action`, `@WriteOnly` and the hints about properties, which `@ViewState` reads.
///
/// `@ViewState` sees only the members of its class, so each marker checks that it stands there.
struct ViewStateMarkerMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    let scope = context.lexicalContext.first
    // `@Observable` copies the attributes of a property to its storage, whose scope is then unknown.
    if scope == nil, declaration.is(VariableDeclSyntax.self) { return [] }
    if scope?.is(ExtensionDeclSyntax.self) ?? false {
      context.diagnose(ViewStateMisuse.markerInExtension.diagnose(at: node))
    } else if scope?.asProtocol((any WithAttributesSyntax).self)?.hasAttribute("ViewState") != true {
      context.diagnose(ViewStateMisuse.markerOutside.diagnose(at: node, .remove(node)))
    } else if !declaration.is(FunctionDeclSyntax.self), !declaration.is(VariableDeclSyntax.self) {
      let misuse = node.plainName == "Action" ? ViewStateMisuse.actionOnOtherThanMethod : .hintOnMethod
      context.diagnose(misuse.diagnose(at: node, .remove(node)))
    }
    return []
  }
}
