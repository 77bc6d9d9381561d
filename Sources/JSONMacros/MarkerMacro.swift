import SwiftSyntax
import SwiftSyntaxMacros

/// The implementation of `@JSONName`, `@Title` and `@Hidden`, which expand to nothing: other macros read them.
struct MarkerMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    []
  }
}
