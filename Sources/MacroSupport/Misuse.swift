package import SwiftDiagnostics
package import SwiftSyntax

/// The kinds of mistakes in the use of a macro, each with a message that says what to do.
package protocol Misuse: DiagnosticMessage, Error, RawRepresentable<String> {}

extension Misuse {
  package var message: String { rawValue }
  package var diagnosticID: MessageID { MessageID(domain: "SVVS", id: "\(self)") }
  package var severity: DiagnosticSeverity { .error }

  /// Returns the diagnostic at a place in the source code, with corrections to choose from.
  package func diagnose(at node: some SyntaxProtocol, _ corrections: Correction?...) -> Diagnostic {
    Diagnostic(node: Syntax(node), message: self, fixIts: corrections.compactMap { $0?.fixIt })
  }
}

/// A mistake and its place in the source code, as an error.
package struct Mistake<Kind: Misuse>: Error {
  package let diagnostic: Diagnostic

  /// Creates a mistake with corrections to choose from.
  package init(_ misuse: Kind, _ node: some SyntaxProtocol, _ corrections: Correction?...) {
    diagnostic = Diagnostic(node: Syntax(node), message: misuse, fixIts: corrections.compactMap { $0?.fixIt })
  }

  /// Creates the mistake that a type has no JSON form.
  package init(_ misuse: JSONFormMisuse, _ node: some SyntaxProtocol, _ correction: Correction? = nil) {
    diagnostic = misuse.diagnose(at: node, correction)
  }
}
