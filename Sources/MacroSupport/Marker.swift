package import SwiftSyntax
package import SwiftSyntaxMacros

/// A macro that expands to nothing, for example `@Action` or `@JSONName`. Other macros read its attribute.
///
/// The compiler looks for the type of a macro in the module of the plugin, so each plugin needs its own type.
package protocol Marker: PeerMacro {}

extension Marker {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    []
  }
}
