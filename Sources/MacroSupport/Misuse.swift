package import SwiftDiagnostics
package import SwiftSyntax

/// The mistakes in the use of a macro, each with a message that says what to do.
package protocol Misuse: DiagnosticMessage, Error, RawRepresentable<String> {}

extension Misuse {
  package var message: String { rawValue }
  package var diagnosticID: MessageID { MessageID(domain: "SVVS", id: "\(self)") }
  package var severity: DiagnosticSeverity { .error }

  /// The mistake, made at a place.
  package func diagnose(at node: some SyntaxProtocol) -> Diagnostic {
    Diagnostic(node: Syntax(node), message: self)
  }
}
