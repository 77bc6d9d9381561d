package import SwiftDiagnostics
package import SwiftSyntax

/// The kinds of mistakes in the use of a macro, each with a message that says what to do.
package protocol Misuse: DiagnosticMessage, Error, RawRepresentable<String> {}

extension Misuse {
  package var message: String { rawValue }
  package var diagnosticID: MessageID { MessageID(domain: "SVVS", id: "\(self)") }
  package var severity: DiagnosticSeverity { .error }

  /// Returns the diagnostic at a place in the source code.
  package func diagnose(at node: some SyntaxProtocol) -> Diagnostic {
    Diagnostic(node: Syntax(node), message: self)
  }
}

/// A mistake and its place in the source code, as an error.
package struct Mistake<Kind: Misuse>: Error {
  package let diagnostic: Diagnostic

  package init(_ misuse: Kind, _ node: some SyntaxProtocol) {
    diagnostic = misuse.diagnose(at: node)
  }
}
