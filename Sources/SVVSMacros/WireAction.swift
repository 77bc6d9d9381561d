import MacroSupport
import ReservedNames
import SwiftSyntax

/// A method of a view state that front ends call.
struct WireAction {
  let name: String
  /// What front ends are told of it beforehand.
  let hints: ActionHintSource
  /// Whether it is the action to call when the view appears.
  let isOnAppear: Bool
  private let description: String
  private let arguments: [WireArgument]
  private let isAsync: Bool
  private let returnsEffect: Bool

  /// Reads an action; nil for a method that is none.
  init?(_ function: FunctionDeclSyntax) throws(ViewStateMisuse) {
    guard function.hasAttribute("Action") else {
      let markers = ActionHintSource.markers + PropertyHintSource.markers + ["Title", "Opens"]
      guard !markers.contains(where: function.hasAttribute) else { throw .hintWithoutAction }
      return nil
    }
    guard !PropertyHintSource.markers.contains(where: function.hasAttribute) else { throw .propertyHintOnAction }
    guard !function.hasModifier(.private, .fileprivate, .static, .class) else { throw .actionHidden }
    guard function.genericParameterClause == nil else { throw .actionGeneric }
    let signature = function.signature
    guard signature.effectSpecifiers?.throwsClause == nil else { throw .actionThrows }

    name = function.name.text.trimmingBackticks
    guard !ReservedNames.methods.contains(name) else { throw .actionNameReserved }
    description = function.descriptionArgument
    isAsync = signature.effectSpecifiers?.asyncSpecifier != nil
    switch signature.returnClause?.type.trimmedDescription {
    case nil, "Void", "()": returnsEffect = false
    case "Effect": returnsEffect = true
    default: throw .actionReturnsValue
    }
    guard !(isAsync && returnsEffect) else { throw .actionAsyncEffect }
    var arguments: [WireArgument] = []
    for (number, parameter) in signature.parameterClause.parameters.enumerated() {
      arguments.append(try WireArgument(parameter, local: "argument\(number + 1)"))
    }
    self.arguments = arguments
    hints = try ActionHintSource(of: function, arguments: arguments.map(\.name))
    isOnAppear = function.hasAttribute("OnAppear")
  }

  /// The element of the interface's list.
  var source: String {
    let parameters = arguments.isEmpty ? "state, _" : "state, arguments throws(JSONDecodingError)"
    let members = arguments.map(\.schemaMember).joined(separator: ", ")
    let decoding = arguments.map { "  \($0.decoding)\n" }.joined()
    let call = "state.`\(name)`(\(arguments.map(\.passing).joined(separator: ", ")))"
    let prepared =
      returnsEffect ? ".effect { \(call) }" : isAsync ? ".asynchronous { await \(call) }" : ".synchronous { \(call) }"
    return """
      ViewAction("\(name)"\(description)\(hints.argument)\(arguments.isEmpty ? "" : ", arguments: [\(members)]")) { \(parameters) in
      \(decoding)  return \(prepared)
      }
      """
  }
}

/// An argument of an action.
private struct WireArgument {
  let name: String
  /// The name in the expansion, which no name of the author's can be taken for.
  private let local: String
  private let isLabelled: Bool
  private let type: String
  private let defaultValue: String?

  init(_ parameter: FunctionParameterSyntax, local: String) throws(ViewStateMisuse) {
    self.local = local
    isLabelled = parameter.firstName.tokenKind != .wildcard
    name = (isLabelled ? parameter.firstName : parameter.secondName ?? parameter.firstName).text.trimmingBackticks
    guard !ReservedNames.callMembers.contains(name) else { throw .argumentReserved }
    type = parameter.type.trimmedDescription
    guard parameter.ellipsis == nil, !type.hasPrefix("inout ") else { throw .argumentPassing }
    guard !type.hasPrefix("some ") else { throw .actionGeneric }
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
