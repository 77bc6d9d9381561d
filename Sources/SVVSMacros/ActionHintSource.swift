import MacroSupport
import SwiftSyntax

/// The arguments of an `@Action`, as source code.
struct ActionHintSource {
  /// The properties that must be arrays of the same view state.
  private(set) var references: [HintReference] = []
  /// The argument `.onAppear`: front ends call the action when the view appears.
  private(set) var onAppear: LabeledExprSyntax?
  private var title: String?
  private var destination: String?
  private var arguments: [(name: String, source: String)] = []

  /// Reads the title and the hints of an action with arguments of these names.
  init(of attribute: AttributeSyntax?, arguments names: [String]) throws(ViewStateMistake) {
    for (number, element) in (attribute?.labeledArguments ?? []).enumerated() {
      let expression = element.expression
      switch expression.hint {
      case ("onAppear", _)?:
        guard onAppear == nil else { throw ViewStateMistake(.hintTwice, expression, .remove(element)) }
        onAppear = element
      case ("opens", let values)?:
        guard destination == nil else { throw ViewStateMistake(.hintTwice, expression, .remove(element)) }
        destination = try values.destination
      case ("argument", let values)?: try add(values, of: names, element)
      default:
        guard number == 0 else { throw ViewStateMistake(.hintNotLiteral, expression) }
        title = try expression.hintLiteral
      }
    }
  }

  private mutating func add(
    _ values: LabeledExprListSyntax, of names: [String], _ element: LabeledExprSyntax
  ) throws(ViewStateMistake) {
    guard let first = values.argument(nil) else { throw ViewStateMistake(.hintNotLiteral, values) }
    let name = try first.hintText
    guard names.contains(name) else {
      let only = names.count == 1 ? names.first : nil
      throw ViewStateMistake(.argumentUnknown, first, only.map { .replace(first, with: "\"\($0)\"") })
    }
    guard !arguments.contains(where: { $0.name == name }) else {
      throw ViewStateMistake(.hintTwice, first, .remove(element))
    }
    for label in ["title", "member"] { _ = try values.argument(label)?.hintText }
    if let property = values.argument("from") {
      references.append(HintReference(name: try property.hintText, place: Syntax(property)))
    } else if let member = values.argument("member") {
      throw ViewStateMistake(.memberWithoutProperty, member)
    }
    arguments.append((name, "_ArgumentHints(\(values.trimmedDescription))"))
  }

  /// The argument `hints` of the initializer of `_ViewAction`, after a comma; empty if there are no hints.
  var argument: String {
    var parts: [String] = []
    if let title { parts.append("title: \(title)") }
    if let destination { parts.append("opens: \(destination)") }
    if !arguments.isEmpty { parts.append("arguments: [\(arguments.map(\.source).joined(separator: ", "))]") }
    return parts.isEmpty ? "" : ", hints: _ActionHints(\(parts.joined(separator: ", ")))"
  }
}

extension ExprSyntax {
  /// The name and the arguments of a hint, such as `.onAppear` or `.argument("id")`.
  fileprivate var hint: (name: String, arguments: LabeledExprListSyntax)? {
    let call = self.as(FunctionCallExprSyntax.self)
    return (call?.calledExpression ?? self).as(MemberAccessExprSyntax.self).map {
      ($0.declName.baseName.text, call?.arguments ?? [])
    }
  }
}
