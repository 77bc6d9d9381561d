import MacroSupport
import SwiftSyntax

/// The hints about a property, as source code.
struct PropertyHintSource {
  /// The argument `hints` of the function that makes a `_ViewProperty`, after a comma; empty if there are no hints.
  let argument: String
  /// The properties that must be arrays of the same view state.
  let references: [HintReference]

  /// The names of the attributes that are hints about a property.
  static let markers = roles + ["Title", "Opens"]
  private static let roles = ["Busy", "ErrorMessage", "Filters"]

  init(of variable: VariableDeclSyntax) throws(ViewStateMistake) {
    var arguments: [String] = []
    var references: [HintReference] = []
    if let title = variable.attribute("Title") {
      guard let text = title.argument(nil) else { throw ViewStateMistake(.hintNotLiteral, title) }
      arguments.append("title: \(try text.hintLiteral)")
    }
    let roles = PropertyHintSource.roles.compactMap(variable.attribute)
    guard roles.count <= 1 else {
      throw ViewStateMistake(.severalRoles, variable, .remove(roles[1]), .remove(roles[0]))
    }
    if let busy = variable.attribute("Busy") {
      var literals: [String] = []
      for value in busy.labeledArguments { literals.append(try value.expression.hintLiteral) }
      arguments.append("role: .busy(when: [\(literals.joined(separator: ", "))])")
    } else if variable.hasAttribute("ErrorMessage") {
      arguments.append("role: .errorMessage")
    } else if let filters = variable.attribute("Filters") {
      guard let property = filters.argument(nil) else { throw ViewStateMistake(.hintNotLiteral, filters) }
      arguments.append("role: .filter(of: \(try property.hintLiteral))")
      references.append(HintReference(name: try property.hintText, place: Syntax(property)))
    }
    if let opens = variable.attribute("Opens") {
      arguments.append("opens: \(try opens.labeledArguments.destination)")
    }
    argument = arguments.isEmpty ? "" : ", hints: _PropertyHints(\(arguments.joined(separator: ", ")))"
    self.references = references
  }
}
