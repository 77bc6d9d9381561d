import MacroSupport
import SwiftSyntax

/// The hints that stand before a property, as source.
struct PropertyHintSource {
  /// The argument of the call that describes the property, or nothing.
  let argument: String
  /// The names of properties that must be arrays of the same view state.
  let references: [String]

  /// The markers of a property alone.
  static let markers = ["Busy", "ErrorMessage", "Filters"]

  init(of variable: VariableDeclSyntax) throws(ViewStateMisuse) {
    var arguments: [String] = []
    var references: [String] = []
    if let title = try variable.title { arguments.append("title: \(title)") }
    let roles = PropertyHintSource.markers.compactMap(variable.attribute)
    guard roles.count <= 1 else { throw .severalRoles }
    if let busy = variable.attribute("Busy") {
      let values = busy.labeledArguments.map(\.expression)
      guard values.allSatisfy({ $0.plainText != nil }) else { throw .hintNotLiteral }
      arguments.append("role: .busy(when: [\(values.map(\.trimmedDescription).joined(separator: ", "))])")
    } else if variable.hasAttribute("ErrorMessage") {
      arguments.append("role: .errorMessage")
    } else if let filters = variable.attribute("Filters") {
      guard let property = filters.argument(nil), let name = property.plainText else { throw .hintNotLiteral }
      arguments.append("role: .filter(of: \(property.trimmedDescription))")
      references.append(name)
    }
    if let destination = try variable.destination { arguments.append("opens: \(destination)") }
    argument = arguments.isEmpty ? "" : ", hints: PropertyHints(\(arguments.joined(separator: ", ")))"
    self.references = references
  }
}

extension WithAttributesSyntax {
  /// The title, as a literal.
  var title: String? {
    get throws(ViewStateMisuse) {
      guard let attribute = attribute("Title") else { return nil }
      guard let title = attribute.argument(nil), title.plainText != nil else { throw .hintNotLiteral }
      return title.trimmedDescription
    }
  }

  /// The view that `@Opens` leads to, as source; without the name of its type, which the author may have used.
  var destination: String? {
    get throws(ViewStateMisuse) {
      guard let attribute = attribute("Opens") else { return nil }
      guard let type = attribute.argument(nil), type.plainText != nil else { throw .hintNotLiteral }
      let parameters = attribute.argument("with")
      guard parameters?.is(DictionaryExprSyntax.self) ?? true else { throw .hintNotLiteral }
      return ".init(\(type.trimmedDescription)\(parameters.map { ", with: \($0.trimmedDescription)" } ?? ""))"
    }
  }
}
