package import SwiftSyntax
package import SwiftSyntaxMacros

/// A macro that expands to nothing and that other macros read, such as `@Action` or `@JSONName`.
///
/// The compiler looks for the type of a macro in the module of the plugin, so that each plugin needs a type of its own.
package protocol Marker: PeerMacro {}

extension Marker {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    []
  }
}
