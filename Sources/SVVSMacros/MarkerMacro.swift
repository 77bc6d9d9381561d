import SwiftSyntax
import SwiftSyntaxMacros

/// `@Action` and `@WriteOnly`: they expand to nothing and are read by `@ViewState`.
struct MarkerMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    []
  }
}
