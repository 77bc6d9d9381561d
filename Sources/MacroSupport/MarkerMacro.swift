import SwiftSyntax
import SwiftSyntaxMacros

/// `@Action`, `@WriteOnly` and `@JSONName`: they expand to nothing and are read by the other macros.
struct MarkerMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    []
  }
}
