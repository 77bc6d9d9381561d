import MacroMessages
import SwiftDiagnostics
import SwiftSyntax

extension TypeSyntax {
  /// The part of the type that cannot have a JSON form; nil if only the compiler knows.
  var partWithoutJSONForm: (misuse: JSONFormMisuse, type: TypeSyntax)? {
    if let type = self.as(OptionalTypeSyntax.self) { return type.wrappedType.partWithoutJSONForm }
    if let type = self.as(ArrayTypeSyntax.self) { return type.element.partWithoutJSONForm }
    if let type = self.as(AttributedTypeSyntax.self) { return type.baseType.partWithoutJSONForm }
    if let type = self.as(DictionaryTypeSyntax.self) {
      return type.key.partWithoutJSONForm ?? type.value.partWithoutJSONForm
    }
    if let type = self.as(TupleTypeSyntax.self) {
      guard let only = type.elements.first, type.elements.count == 1 else { return (.tuple, self) }
      return only.type.partWithoutJSONForm
    }
    if let type = self.as(IdentifierTypeSyntax.self) {
      if ["Any", "AnyObject"].contains(type.name.text) { return (.existential, self) }
      if ["Range", "ClosedRange"].contains(type.name.text), type.genericArgumentClause != nil { return (.range, self) }
      return type.genericArgumentClause?.arguments.lazy.compactMap { $0.type?.partWithoutJSONForm }.first
    }
    if let type = self.as(SomeOrAnyTypeSyntax.self), type.someOrAnySpecifier.tokenKind == .keyword(.any) {
      return (.existential, self)
    }
    return self.is(FunctionTypeSyntax.self) ? (.function, self) : nil
  }
}

extension GenericArgumentSyntax {
  /// The type, unless the argument is a value.
  fileprivate var type: TypeSyntax? { if case .type(let type) = argument { type } else { nil } }
}

extension PatternBindingSyntax {
  /// The part of the declared type, or the initial value, that cannot have a JSON form.
  var partWithoutJSONForm: (misuse: JSONFormMisuse, place: Syntax)? {
    if let type = typeAnnotation?.type { return type.partWithoutJSONForm.map { ($0.misuse, Syntax($0.type)) } }
    guard let value = initializer?.value else { return nil }
    if value.is(ClosureExprSyntax.self) { return (.function, Syntax(value)) }
    if value.isRange { return (.range, Syntax(value)) }
    return value.as(TupleExprSyntax.self).flatMap { $0.elements.count == 1 ? nil : (.tuple, Syntax(value)) }
  }
}

extension ExprSyntax {
  /// Whether the expression is a range with two bounds, without parentheses. Other operators than those of arithmetic
  /// may have another result, as in `1...9 ~= number`.
  fileprivate var isRange: Bool {
    guard let elements = self.as(SequenceExprSyntax.self)?.elements else { return false }
    // Every second element is an operator.
    let operators = elements.enumerated().filter { !$0.offset.isMultiple(of: 2) }
      .map { $0.element.as(BinaryOperatorExprSyntax.self)?.operator.text ?? "" }
    let (ranges, arithmetic) = (["..<", "..."], ["+", "-", "*", "/", "%"])
    return operators.contains(where: ranges.contains)
      && operators.allSatisfy { ranges.contains($0) || arithmetic.contains($0) }
  }
}

extension PatternBindingSyntax {
  /// Whether the type of the property is a type of the standard library or Foundation that has a JSON form, as its
  /// syntax shows.
  var hasStandardForm: Bool {
    if let type = typeAnnotation?.type { return type.hasStandardForm }
    guard let value = initializer?.value else { return false }
    return value.is(StringLiteralExprSyntax.self) || value.is(IntegerLiteralExprSyntax.self)
      || value.is(FloatLiteralExprSyntax.self) || value.is(BooleanLiteralExprSyntax.self)
  }
}

extension TypeSyntax {
  /// Whether this is a type of the standard library or Foundation that has a JSON form, as its syntax shows.
  var hasStandardForm: Bool {
    if let type = wrappedType ?? self.as(ArrayTypeSyntax.self)?.element { return type.hasStandardForm }
    let standard = ["Bool", "Int", "Double", "String", "Date", "Duration", "URL", "UUID"]
    return self.as(IdentifierTypeSyntax.self).map { standard.contains($0.trimmedDescription) } ?? false
  }

  /// The type that an optional wraps. Nil if this is not an optional.
  var wrappedType: TypeSyntax? {
    if let type = self.as(OptionalTypeSyntax.self) { return type.wrappedType }
    if let type = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return type.wrappedType }
    let (name, arguments) =
      self.as(IdentifierTypeSyntax.self).map { ($0.name.text, $0.genericArgumentClause) }
      ?? self.as(MemberTypeSyntax.self).map { ($0.name.text, $0.genericArgumentClause) } ?? ("", nil)
    return name == "Optional" ? arguments?.arguments.first?.type : nil
  }
}
