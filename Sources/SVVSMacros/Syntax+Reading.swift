import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder

extension WithAttributesSyntax {
  /// Whether the declaration has an attribute with this name. The attribute may contain the name of its module.
  func hasAttribute(_ name: String) -> Bool { attribute(name) != nil }

  /// The source text of an attribute's only argument. Nil if there is none.
  func argument(ofAttribute name: String) -> String? {
    attribute(name)?.arguments?.trimmedDescription
  }

  /// The first attribute with this name.
  func attribute(_ name: String) -> AttributeSyntax? { attributes(named: name).first }

  /// The attributes with this name, in order.
  func attributes(named name: String) -> [AttributeSyntax] {
    attributes.compactMap { $0.as(AttributeSyntax.self) }
      .filter { $0.plainName == name }
  }
}

extension VariableDeclSyntax {
  /// Whether front ends do not see the properties of the declaration.
  var isHidden: Bool {
    hasModifier(.private, .fileprivate, .static, .class, .lazy) || hasAttribute("Hidden")
      || hasAttribute("ObservationIgnored")
  }

  /// Whether a property of each instance is stored: a variable without accessors other than observers.
  func isStored(_ binding: PatternBindingSyntax) -> Bool {
    !hasModifier(.static, .class) && binding.accessorBlock?.isObserversOnly ?? true
  }
}

extension AttributeSyntax {
  /// The name without the name of a module.
  var plainName: String {
    attributeName.trimmedDescription.split(separator: ".").last.map(String.init) ?? ""
  }

  /// The arguments, with their labels.
  var labeledArguments: LabeledExprListSyntax {
    if case .argumentList(let list) = arguments { list } else { [] }
  }

  /// The argument with this label. If the label is nil, the first argument without a label.
  func argument(_ label: String?) -> ExprSyntax? { labeledArguments.argument(label) }
}

extension LabeledExprListSyntax {
  /// The argument with this label. If the label is nil, the first argument without a label.
  func argument(_ label: String?) -> ExprSyntax? {
    first { $0.label?.text == label }?.expression
  }
}

extension ExprSyntax {
  /// The text of a string literal that is not empty and has no interpolation. Nil for any other expression.
  var plainText: String? {
    guard let text = self.as(StringLiteralExprSyntax.self)?.representedLiteralValue, !text.isEmpty else { return nil }
    return text
  }
}

extension WithModifiersSyntax {
  /// Whether the declaration has one of these modifiers.
  func hasModifier(_ keywords: Keyword...) -> Bool {
    modifiers.contains { modifier in
      modifier.detail == nil && keywords.contains { modifier.name.tokenKind == .keyword($0) }
    }
  }

  /// Whether the setter has a lower access level than the getter, as in `private(set)`.
  var hasRestrictedSetter: Bool {
    modifiers.contains { $0.detail?.detail.tokenKind == .identifier("set") }
  }

  /// The modifier that makes a member of an extension as visible as this type, with a space after it. Empty if the
  /// member does not need a modifier.
  var accessPrefix: String {
    hasModifier(.public, .open) ? "public " : hasModifier(.package) ? "package " : ""
  }
}

extension SyntaxProtocol {
  /// The first paragraph of the documentation comment, as one line of text. Nil if there is no such comment.
  var documentation: String? {
    let lines = leadingTrivia.compactMap { piece in
      if case .docLineComment(let text) = piece { text.dropFirst(3).drop(while: \.isWhitespace) } else { nil }
    }
    let text = lines.prefix { !$0.isEmpty }.joined(separator: " ")
    return text.isEmpty ? nil : text
  }

  /// The source text of the argument `description` of a call, after a comma. Empty if there is no documentation
  /// comment.
  var descriptionArgument: String {
    documentation.map { ", description: \(StringLiteralExprSyntax(content: $0))" } ?? ""
  }
}

extension AccessorBlockSyntax {
  /// The explicit accessors, or nil for the short form of a getter.
  var explicitAccessors: AccessorDeclListSyntax? {
    if case .accessors(let list) = accessors { list } else { nil }
  }

  /// Whether there is no setter.
  var isGetterOnly: Bool {
    explicitAccessors?.allSatisfy { $0.accessorSpecifier.tokenKind == .keyword(.get) } ?? true
  }

  /// Whether all accessors are observers of a stored property, `willSet` or `didSet`.
  var isObserversOnly: Bool {
    explicitAccessors?.allSatisfy {
      [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
    } ?? false
  }
}

extension String {
  /// A name without the backticks that escape it.
  var trimmingBackticks: String { filter { $0 != "`" } }
}
