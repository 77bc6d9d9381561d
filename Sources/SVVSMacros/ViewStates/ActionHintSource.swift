import MacroMessages
import SwiftSyntax

/// The arguments of an `@Action`, as source code.
struct ActionHintSource {
  /// The names in the hints.
  private(set) var references: [HintReference] = []
  /// The argument `.onAppear`: front ends call the action when the view appears.
  private(set) var onAppear: LabeledExprSyntax?
  private var title: String?
  private var hints: [String] = []
  /// The hints by their keys. Two hints with the same key contradict each other.
  private var elements: [String: LabeledExprSyntax] = [:]

  /// The hints without arguments, except `.onAppear`.
  private static let plainHints: Set = ["notCancellable", "offered", "notOffered", "destructive"]

  /// Reads the title and the hints of an action with arguments of these names.
  init(of attribute: AttributeSyntax?, arguments names: [String]) throws(ViewStateMistake) {
    for (number, element) in (attribute?.labeledArguments ?? []).enumerated() {
      let expression = element.expression
      switch expression.hint {
      case ("onAppear", _)?:
        onAppear = element
        try add(element, key: "onAppear", at: expression)
      case (let name, _)? where ActionHintSource.plainHints.contains(name):
        try add(element, key: name, at: expression)
      case ("confirms", let values)? where values.argument(nil) != nil:
        _ = try values.argument(nil)?.hintText
        try add(element, key: "confirms", at: expression)
      case ("enabled", let values)? where values.argument("when") != nil:
        references.append(try HintReference(values.argument("when"), in: expression))
        try add(element, key: "enabled", at: expression)
      case ("opens", let values)? where values.argument(nil) != nil:
        _ = try values.destination
        try add(element, key: "opens", at: expression)
      case ("argument", let values)? where values.argument(nil) != nil:
        let argument = try argument(values, of: names)
        try add(element, key: "argument \(argument.name)", at: argument.literal)
      case _? where expression.isImplicitMember:
        throw ViewStateMistake(.hintUnknown, expression)
      default:
        guard number == 0 else {
          throw ViewStateMistake(expression.plainText == nil ? .hintNotLiteral : .hintUnknown, expression)
        }
        title = try expression.hintLiteral
      }
    }
    if let offered = elements["offered"], let notOffered = elements["notOffered"] {
      throw ViewStateMistake(.offeredAndNot, notOffered, .remove(notOffered), .remove(offered))
    }
  }

  private mutating func add(
    _ hint: LabeledExprSyntax, key: String, at place: ExprSyntax
  ) throws(ViewStateMistake) {
    guard elements.updateValue(hint, forKey: key) == nil else {
      throw ViewStateMistake(.hintTwice, place, .remove(hint))
    }
    hints.append(hint.expression.trimmedDescription)
  }

  /// Reads the hint `.argument`, and returns the name of the argument.
  private mutating func argument(
    _ values: LabeledExprListSyntax, of names: [String]
  ) throws(ViewStateMistake) -> HintReference {
    let argument = try HintReference(values.argument(nil), in: values)
    guard names.contains(argument.name) else {
      let only = names.count == 1 ? names.first : nil
      throw ViewStateMistake(
        .argumentUnknown, argument.literal, only.map { .replace(argument.literal, with: "\"\($0)\"") })
    }
    for label in ["title", "member"] { _ = try values.argument(label)?.hintText }
    if let property = values.argument("from") {
      references.append(try HintReference(property, in: values))
    } else if let member = values.argument("member") {
      throw ViewStateMistake(.memberWithoutProperty, member)
    }
    return argument
  }

  /// The arguments `title` and `hints` of the initializer of `_ViewAction`, after a comma; empty if there are none.
  var argument: String {
    (title.map { ", title: \($0)" } ?? "") + (hints.isEmpty ? "" : ", hints: [\(hints.joined(separator: ", "))]")
  }
}

extension ExprSyntax {
  /// The name and the arguments of a hint, such as `.onAppear` or `.argument("id")`.
  fileprivate var hint: (name: String, arguments: LabeledExprListSyntax)? {
    calledMember.map { ($0.declName.baseName.text, self.as(FunctionCallExprSyntax.self)?.arguments ?? []) }
  }

  /// Whether the expression begins with a period, as a hint does.
  fileprivate var isImplicitMember: Bool { calledMember.map { $0.base == nil } ?? false }

  private var calledMember: MemberAccessExprSyntax? {
    (self.as(FunctionCallExprSyntax.self)?.calledExpression ?? self).as(MemberAccessExprSyntax.self)
  }
}
