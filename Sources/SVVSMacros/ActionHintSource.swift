import MacroSupport
import SwiftSyntax

/// The hints that stand before an action, as source.
struct ActionHintSource {
  /// The argument of the call that describes the action, or nothing.
  let argument: String
  /// The names of properties that must be arrays of the same view state.
  let references: [String]

  /// The markers of an action alone.
  static let markers = ["OnAppear", "Argument"]

  init(of function: FunctionDeclSyntax, arguments names: [String]) throws(ViewStateMisuse) {
    var parts: [String] = []
    var references: [String] = []
    if let title = try function.title { parts.append("title: \(title)") }
    if let destination = try function.destination { parts.append("opens: \(destination)") }
    var hints: [String] = []
    var known: Set<String> = []
    for attribute in function.attributes(named: "Argument") {
      guard let name = attribute.argument(nil)?.plainText else { throw .hintNotLiteral }
      guard names.contains(name), known.insert(name).inserted else { throw .argumentUnknown }
      for label in ["title", "member"] where attribute.argument(label) != nil {
        guard attribute.argument(label)?.plainText != nil else { throw .hintNotLiteral }
      }
      if let property = attribute.argument("from") {
        guard let name = property.plainText else { throw .hintNotLiteral }
        references.append(name)
      } else if attribute.argument("member") != nil {
        throw .memberWithoutProperty
      }
      hints.append("ArgumentHints(\(attribute.arguments?.trimmedDescription ?? ""))")
    }
    if !hints.isEmpty { parts.append("arguments: [\(hints.joined(separator: ", "))]") }
    argument = parts.isEmpty ? "" : ", hints: ActionHints(\(parts.joined(separator: ", ")))"
    self.references = references
  }
}
