import MacroMessages
import SwiftDiagnostics
import SwiftSyntax

/// The message of a mistake, for a diagnostic.
private struct MisuseMessage<Kind: Misuse>: DiagnosticMessage {
  let misuse: Kind

  var message: String { misuse.message }
  var diagnosticID: MessageID { MessageID(domain: "SVVS", id: "\(misuse)") }
  var severity: DiagnosticSeverity { Kind.isWarning ? .warning : .error }
}

extension Misuse {
  /// Returns the diagnostic at a place in the source code, with corrections to choose from.
  func diagnose(at node: some SyntaxProtocol, _ corrections: Correction?...) -> Diagnostic {
    diagnose(at: node, corrections)
  }

  fileprivate func diagnose(at node: some SyntaxProtocol, _ corrections: [Correction?]) -> Diagnostic {
    Diagnostic(
      node: Syntax(node), message: MisuseMessage(misuse: self), fixIts: corrections.compactMap { $0?.fixIt })
  }

  /// The diagnostic that an attribute is attached to an extension, or to a declaration other than a type. Nil for a
  /// type. Without this diagnostic, the only errors would be those of the compiler, which name roles of macros.
  func diagnoseMisplaced(
    _ node: AttributeSyntax, on declaration: some DeclSyntaxProtocol
  ) -> Diagnostic? {
    let isType = declaration.asProtocol((any DeclGroupSyntax).self) != nil && !declaration.is(ExtensionDeclSyntax.self)
    return isType ? nil : diagnose(at: node, .remove(node))
  }
}

/// A mistake and its place in the source code, as an error.
struct Mistake<Kind: Misuse>: Error {
  let diagnostic: Diagnostic

  /// Creates a mistake with corrections to choose from.
  init(_ misuse: Kind, _ node: some SyntaxProtocol, _ corrections: Correction?...) {
    diagnostic = misuse.diagnose(at: node, corrections)
  }

  /// Creates the mistake that a type has no JSON form.
  init(_ misuse: JSONFormMisuse, _ node: some SyntaxProtocol, _ correction: Correction? = nil) {
    diagnostic = misuse.diagnose(at: node, correction)
  }
}

typealias ViewStateMistake = Mistake<ViewStateMisuse>
typealias JSONCodableMistake = Mistake<JSONCodableMisuse>
