import MacroSupport
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Store`: lets a class of shared facts be observed.
struct StoreMacro: ExtensionMacro, ObservedClassMacro {
  static let alternatives = ["Observable", "ViewState"]

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // The conformance is written also where the macro is refused: the compiler, to which it was announced, stumbles over
    // a subclass without it. A class that has inherited it asks for none.
    let conformance =
      try protocols.isEmpty ? [] : [ExtensionDeclSyntax("extension \(type.trimmed): nonisolated Observable {}")]
    guard let declaration = declaration.as(ClassDeclSyntax.self), declaration.hasModifier(.final) else {
      context.diagnose(ObservationMisuse.storeOnOtherThanClass.diagnose(at: node))
      return declaration.is(ClassDeclSyntax.self) ? conformance : []
    }
    guard !declaration.hasAttribute("Observable") else {
      context.diagnose(ObservationMisuse.storeWithObservable.diagnose(at: node))
      return []
    }
    if declaration.hasAttribute("ViewState") {
      context.diagnose(ObservationMisuse.storeWithViewState.diagnose(at: node))
    }
    return conformance
  }
}
