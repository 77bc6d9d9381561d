import MacroSupport
import ReservedNames
import SwiftSyntax

/// A method of a view state that front ends call.
struct WireAction {
  let name: String
  /// The title and the hints in its `@Action`.
  let hints: ActionHintSource
  private let description: String
  private let arguments: [WireArgument]
  private let isAsync: Bool
  private let returnsEffect: Bool

  /// Reads an action, or returns nil for a method without `@Action`.
  init?(_ function: FunctionDeclSyntax) throws(ViewStateMistake) {
    if let hint = PropertyHintSource.markers.lazy.compactMap(function.attribute).first {
      throw ViewStateMistake(.hintOnMethod, hint)
    }
    let attributes = function.attributes(named: "Action")
    guard let attribute = attributes.first else { return nil }
    guard attributes.count == 1 else { throw ViewStateMistake(.secondAction, attributes[1]) }
    guard !function.hasModifier(.private, .fileprivate, .static, .class) else {
      throw ViewStateMistake(.actionHidden, function)
    }
    guard function.genericParameterClause == nil else { throw ViewStateMistake(.actionGeneric, function) }
    let signature = function.signature
    guard signature.effectSpecifiers?.throwsClause == nil else { throw ViewStateMistake(.actionThrows, function) }

    name = function.name.text.trimmingBackticks
    guard !ReservedNames.methods.contains(name) else { throw ViewStateMistake(.actionNameReserved, function) }
    description = function.descriptionArgument
    isAsync = signature.effectSpecifiers?.asyncSpecifier != nil
    switch signature.returnClause?.type.trimmedDescription {
    case nil, "Void", "()": returnsEffect = false
    case "Effect": returnsEffect = true
    default: throw ViewStateMistake(.actionReturnsValue, function)
    }
    guard !(isAsync && returnsEffect) else { throw ViewStateMistake(.actionAsyncEffect, function) }
    var arguments: [WireArgument] = []
    for (number, parameter) in signature.parameterClause.parameters.enumerated() {
      arguments.append(try WireArgument(parameter, local: "argument\(number + 1)"))
    }
    self.arguments = arguments
    hints = try ActionHintSource(of: attribute, arguments: arguments.map(\.name))
  }

  /// The element of the list of actions in the interface, as source code.
  var source: String {
    let parameters = arguments.isEmpty ? "state, _" : "state, arguments throws(JSONDecodingError)"
    let members = arguments.map(\.schemaMember).joined(separator: ", ")
    let decoding = arguments.map { "  \($0.decoding)\n" }.joined()
    let call = "state.`\(name)`(\(arguments.map(\.passing).joined(separator: ", ")))"
    let prepared =
      returnsEffect ? ".effect { \(call) }" : isAsync ? ".asynchronous { await \(call) }" : ".synchronous { \(call) }"
    return """
      _ViewAction("\(name)"\(description)\(hints.argument)\(arguments.isEmpty ? "" : ", arguments: [\(members)]")) { \(parameters) in
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
  private let defaultValue: String?

  init(_ parameter: FunctionParameterSyntax, local: String) throws(ViewStateMistake) {
    self.local = local
    isLabelled = parameter.firstName.tokenKind != .wildcard
    name = (isLabelled ? parameter.firstName : parameter.secondName ?? parameter.firstName).text.trimmingBackticks
    guard !ReservedNames.callMembers.contains(name) else { throw ViewStateMistake(.argumentReserved, parameter) }
    type = parameter.type.trimmedDescription
    guard parameter.ellipsis == nil, !type.hasPrefix("inout ") else {
      throw ViewStateMistake(.argumentPassing, parameter)
    }
    guard !type.hasPrefix("some ") else { throw ViewStateMistake(.actionGeneric, parameter) }
    defaultValue = parameter.defaultValue?.value.trimmedDescription
  }

  var schemaMember: String {
    "JSONSchema.Member(\"\(name)\", (\(type)).self\(defaultValue == nil ? "" : ", isRequired: false"))"
  }

  var decoding: String {
    let fallback = defaultValue.map { ", default: \($0)" } ?? ""
    return "let \(local): \(type) = try arguments.decode(\"\(name)\"\(fallback))"
  }

  var passing: String { isLabelled ? "\(name): \(local)" : local }
}
