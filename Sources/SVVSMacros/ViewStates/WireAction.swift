import MacroMessages
import ProtocolNames
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// A method of a view state that front ends call.
struct WireAction {
  let name: String
  /// The title and the hints in its `@Action`.
  let hints: ActionHintSource
  /// The warnings about the body.
  let warnings: [Diagnostic]
  private let description: String
  private let arguments: [WireArgument]
  private let isAsync: Bool
  private let returnsEffect: Bool

  /// The action that a method declares; nil if the method is not an action.
  ///
  /// - Parameter includesAll: Whether a method without `@Action` is an action if it can be one.
  static func action(
    of function: FunctionDeclSyntax, includesAll: Bool
  ) throws(ViewStateMistake) -> WireAction? {
    if let hint = Marker.ofProperties.lazy.compactMap(function.attribute).first {
      throw ViewStateMistake(.hintOnMethod, hint, .remove(hint))
    }
    let attributes = function.attributes(named: "Action")
    guard let attribute = attributes.first else {
      return includesAll && !function.hasAttribute("Hidden") ? try? WireAction(function, nil) : nil
    }
    guard attributes.count == 1 else {
      throw ViewStateMistake(.secondAction, attributes[1], .remove(attributes[1]))
    }
    if let hidden = function.attribute("Hidden") {
      throw ViewStateMistake(.actionHidden, function, .remove(hidden), .remove(attribute))
    }
    return try WireAction(function, attribute)
  }

  private init(_ function: FunctionDeclSyntax, _ attribute: AttributeSyntax?) throws(ViewStateMistake) {
    let demotion: Correction? = attribute.map { .remove($0) }
    let hiding: [TokenKind] = [.private, .fileprivate, .static, .class].map { .keyword($0) }
    if let modifier = function.modifiers.first(where: { $0.detail == nil && hiding.contains($0.name.tokenKind) }) {
      throw ViewStateMistake(.actionHidden, function, .remove(modifier), demotion)
    }
    guard function.genericParameterClause == nil else { throw ViewStateMistake(.actionGeneric, function, demotion) }
    let signature = function.signature
    if let clause = signature.effectSpecifiers?.throwsClause {
      throw ViewStateMistake(.actionThrows, function, .remove(clause), demotion)
    }

    name = function.name.text.trimmingBackticks
    guard RequestMethod(named: name) == nil else {
      throw ViewStateMistake(.actionNameReserved, function, demotion)
    }
    description = function.descriptionArgument
    isAsync = signature.effectSpecifiers?.asyncSpecifier != nil
    switch signature.returnClause?.type.trimmedDescription {
    case nil, "Void", "()": returnsEffect = false
    case "Effect": returnsEffect = true
    default:
      throw ViewStateMistake(
        .actionReturnsValue, function, signature.returnClause.map { .remove($0) }, demotion)
    }
    if let specifier = signature.effectSpecifiers?.asyncSpecifier, returnsEffect {
      throw ViewStateMistake(.actionAsyncEffect, function, .remove(specifier))
    }
    var arguments: [WireArgument] = []
    for (number, parameter) in signature.parameterClause.parameters.enumerated() {
      let argument = try WireArgument(parameter, local: "argument\(number + 1)")
      guard !arguments.contains(where: { $0.name == argument.name }) else {
        let inner = parameter.secondName.flatMap { $0.text == argument.name ? nil : $0 }
        let unlabelled = inner.map { _ in parameter.withoutLabel }
        throw ViewStateMistake(.argumentNameTaken, parameter, unlabelled.map { .replace(parameter, with: $0) })
      }
      arguments.append(argument)
    }
    self.arguments = arguments
    hints = try ActionHintSource(of: attribute, arguments: arguments.map(\.name))
    warnings = ViewStateWarning.aboutTasks(in: function)
  }

  /// The element of the list of actions in the interface, as source code.
  ///
  /// - Parameter type: The type of the state.
  func source(in type: String) -> String {
    let parameters = arguments.isEmpty ? "state, _" : "state, arguments throws(JSONDecodingError)"
    let members = arguments.map(\.schemaMember).joined(separator: ", ")
    let decoding = arguments.map { "  \($0.decoding)\n" }.joined()
    let call = "state.`\(name)`(\(arguments.map(\.passing).joined(separator: ", ")))"
    let prepared =
      returnsEffect ? ".effect { \(call) }" : isAsync ? ".asynchronous { await \(call) }" : ".synchronous { \(call) }"
    return """
      _ViewAction("\(name)"\(description)\(hints.argument)\(arguments.isEmpty ? "" : ", arguments: [\(members)]")) { \(parameters) in
        let state = _downcast(state, to: \(type).self)
      \(decoding)  return \(prepared)
      }
      """
  }
}

/// An argument of an action.
private struct WireArgument {
  let name: String
  /// The name of the local constant in the expansion. It is numbered, so that it cannot be the name of a parameter.
  private let local: String
  private let isLabelled: Bool
  private let type: String
  private let hasStandardForm: Bool
  private let defaultValue: String?

  init(_ parameter: FunctionParameterSyntax, local: String) throws(ViewStateMistake) {
    self.local = local
    isLabelled = parameter.firstName.tokenKind != .wildcard
    name = (isLabelled ? parameter.firstName : parameter.secondName ?? parameter.firstName).text.trimmingBackticks
    guard CallMember(rawValue: name) == nil else { throw ViewStateMistake(.argumentReserved, parameter) }
    type = parameter.type.trimmedDescription
    hasStandardForm = parameter.type.hasStandardForm
    if let ellipsis = parameter.ellipsis {
      let array = parameter.with(\.type, "[\(parameter.type.trimmed)]").with(\.ellipsis, nil)
      throw ViewStateMistake(
        .argumentPassing, parameter,
        .replace(parameter, with: array.trimmedDescription + ellipsis.trailingTrivia.description))
    }
    if let specifier = parameter.type.as(AttributedTypeSyntax.self)?.specifiers.first, type.hasPrefix("inout ") {
      throw ViewStateMistake(.argumentPassing, parameter, .remove(specifier))
    }
    guard !type.hasPrefix("some ") else { throw ViewStateMistake(.actionGeneric, parameter) }
    if let part = parameter.type.partWithoutJSONForm { throw ViewStateMistake(part.misuse, part.type) }
    defaultValue = parameter.defaultValue?.value.trimmedDescription
  }

  var schemaMember: String {
    let type = hasStandardForm ? "(\(type)).self" : "_theTypeMustBeMarkedJSONCodable(argument: (\(type)).self)"
    return "_Argument(\"\(name)\", \(type)\(defaultValue == nil ? "" : ", isRequired: false"))"
  }

  var decoding: String {
    let fallback = defaultValue.map { ", default: \($0)" } ?? ""
    return "let \(local): \(type) = try arguments.decode(\"\(name)\"\(fallback))"
  }

  var passing: String { isLabelled ? "\(name): \(local)" : local }
}

extension FunctionParameterSyntax {
  /// The parameter with its inner name as its label.
  fileprivate var withoutLabel: String {
    with(\.firstName, secondName ?? firstName).with(\.secondName, nil).trimmedDescription
  }
}
