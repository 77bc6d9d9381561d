package import SwiftSyntax
package import SwiftSyntaxMacros

/// A marker, such as `@Action` or `@JSONName`: it expands to nothing and is read by other macros.
///
/// The compiler looks for a macro in the plugin's own module, so that each has a type of its own.
package protocol Marker: PeerMacro {}

extension Marker {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    []
  }
}
