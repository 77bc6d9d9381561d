import MacroMessages
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The implementation of `@Store`.
struct StoreMacro: ExtensionMacro, ObservedClassMacro {
  static let misplaced: any Misuse = ObservationMisuse.storeOnOtherThanClass
  static let alternatives = ["Observable", "ViewState"]

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // Also generated after a mistake: the compiler expects the conformance that the macro declares, and reports
    // misleading errors about subclasses without it. For a class that inherits the conformance, `protocols` is empty.
    let conformance =
      try protocols.isEmpty ? [] : [ExtensionDeclSyntax("extension \(type.trimmed): nonisolated Observable {}")]
    guard let declaration = declaration.as(ClassDeclSyntax.self), declaration.hasModifier(.final) else {
      context.diagnose(ObservationMisuse.storeOnOtherThanClass.diagnose(at: node, .makingFinalClass(declaration)))
      return declaration.is(ClassDeclSyntax.self) ? conformance : []
    }
    if let observable = declaration.attribute("Observable") {
      context.diagnose(ObservationMisuse.storeWithObservable.diagnose(at: node, .remove(observable), .remove(node)))
      return []
    }
    if declaration.hasAttribute("ViewState") {
      context.diagnose(ObservationMisuse.storeWithViewState.diagnose(at: node, .remove(node)))
    }
    return conformance
  }
}
