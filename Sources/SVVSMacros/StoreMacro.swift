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
    guard let declaration = declaration.as(ClassDeclSyntax.self), declaration.hasModifier(.final) else {
      context.diagnose(ObservationMisuse.storeOnOtherThanClass.diagnose(at: node))
      return []
    }
    guard !declaration.hasAttribute("Observable") else {
      context.diagnose(ObservationMisuse.storeWithObservable.diagnose(at: node))
      return []
    }
    if declaration.hasAttribute("ViewState") {
      // The conformance is written all the same: without it the compiler adds a complaint of its own.
      context.diagnose(ObservationMisuse.storeWithViewState.diagnose(at: node))
    }
    return [try ExtensionDeclSyntax("extension \(type.trimmed): nonisolated Observable {}")]
  }
}
