import MacroSupport
import SwiftSyntax
import SwiftSyntaxMacros

/// The implementation of `@JSONName`, `@Title` and `@Hidden`, which other macros read.
///
/// Those macros see only the members of their types, so each marker checks that it has an effect.
struct MarkerMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    let scope = context.lexicalContext.first
    // `@Observable` copies the attributes of a property to its storage, whose scope is then unknown.
    if scope == nil, declaration.is(VariableDeclSyntax.self) { return [] }
    if let marker = Marker(rawValue: node.plainName), !marker.hasEffect(on: declaration, in: scope) {
      context.diagnose(marker.misuse.diagnose(at: node, .remove(node)))
    }
    return []
  }
}

private enum Marker: String {
  case name = "JSONName"
  case title = "Title"
  case hidden = "Hidden"

  var misuse: JSONCodableMisuse {
    switch self {
    case .name: .nameWithoutEffect
    case .title: .titleWithoutEffect
    case .hidden: .hiddenWithoutEffect
    }
  }

  func hasEffect(on declaration: some DeclSyntaxProtocol, in scope: Syntax?) -> Bool {
    let type = scope?.asProtocol((any WithAttributesSyntax).self)
    if type?.hasAttribute("ViewState") ?? false, self != .name {
      // The macro `@ViewState` reports hidden properties, and methods with titles.
      return declaration.is(VariableDeclSyntax.self) || declaration.is(FunctionDeclSyntax.self)
    }
    guard type?.hasAttribute("JSONCodable") ?? false else { return false }
    if declaration.is(EnumCaseDeclSyntax.self) { return self == .title }
    guard let variable = declaration.as(VariableDeclSyntax.self) else { return false }
    return self == .hidden || !variable.isHidden && variable.bindings.contains(where: variable.isStored)
  }
}
