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
    // `@Observable` copies the attributes of a property to its storage, whose scope is then unknown.
    if scope == nil, declaration.is(VariableDeclSyntax.self) { return [] }
    let marker = JSONMarker(node)
    if !marker.hasEffect(on: declaration, in: scope) {
      context.diagnose(marker.misuse.diagnose(at: node, .remove(node)))
    }
    return []
  }
}

private enum JSONMarker {
  case name
  case hidden
  /// A hint about a value. Only a title can be attached to a case of an enum.
  case hint(isTitle: Bool)

  init(_ attribute: AttributeSyntax) {
    switch attribute.plainName {
    case "JSONName": self = .name
    case "Hidden": self = .hidden
    case let name: self = .hint(isTitle: name == "Title")
    }
  }

  var misuse: JSONCodableMisuse {
    switch self {
    case .name: .nameWithoutEffect
    case .hidden: .hiddenWithoutEffect
    case .hint: .hintWithoutEffect
    }
  }

  func hasEffect(on declaration: some DeclSyntaxProtocol, in scope: Syntax?) -> Bool {
    let type = scope?.asProtocol((any WithAttributesSyntax).self)
    let isForm = type?.hasAttribute("JSONCodable") ?? false
    let isViewState = type?.hasAttribute("ViewState") ?? false
    let variable = declaration.as(VariableDeclSyntax.self)
    let isMember = isForm && variable.map { !$0.isHidden && $0.bindings.contains(where: $0.isStored) } ?? false
    switch self {
    case .name: return isMember
    case .hidden: return variable != nil && isForm || isViewState && declaration.isPropertyOrMethod
    // The macro `@ViewState` reports hints about hidden properties and methods.
    case .hint(let isTitle):
      return isMember || isViewState && declaration.isPropertyOrMethod
        || isTitle && isForm && declaration.is(EnumCaseDeclSyntax.self)
    }
  }
}

extension DeclSyntaxProtocol {
  fileprivate var isPropertyOrMethod: Bool { self.is(VariableDeclSyntax.self) || self.is(FunctionDeclSyntax.self) }
}
