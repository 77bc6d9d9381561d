import MacroSupport
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@_ObservedProperty`: moves what a property stores to a private one beside it, and reads and changes that under
/// observation.
struct ObservedPropertyMacro: AccessorMacro, PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let name = declaration.as(VariableDeclSyntax.self)?.bindings.first?.propertyName,
      case .argumentList(let arguments) = node.arguments, let index = arguments.first?.expression
    else { return [] }
    let storage = name.storage
    let property: ExprSyntax = "self, \\.\(name)"
    return [
      """
      @storageRestrictions(initializes: \(storage))
      init(initialValue) {
        \(storage) = initialValue
      }
      """,
      """
      get {
        _$observed.access(\(arguments))
        _$registrar.access(\(property))
        return \(storage)
      }
      """,
      """
      set {
        guard _ObservedProperties.isChange(\(storage), newValue) else {
          \(storage) = newValue
          return
        }
        _$registrar.willSet(\(property))
        \(storage) = newValue
        _$registrar.didSet(\(property))
        _$observed.changed(\(index))
      }
      """,
      """
      _modify {
        _$observed.access(\(arguments))
        _$registrar.access(\(property))
        _$registrar.willSet(\(property))
        defer {
          _$registrar.didSet(\(property))
          _$observed.changed(\(index))
        }
        yield &\(storage)
      }
      """,
    ]
  }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let variable = declaration.as(VariableDeclSyntax.self), let binding = variable.bindings.first,
      let name = binding.propertyName
    else { return [] }
    let attributes = variable.attributes.filter { $0.trimmedDescription != node.trimmedDescription }
    let modifiers = variable.modifiers.filter { !$0.isAccessLevel }.map { "\($0.trimmed) " }.joined()
    let stored = binding.with(\.pattern, "\(name.storage)").trimmed
    return ["\(attributes.trimmed)\nprivate \(raw: modifiers)var \(stored)"]
  }
}

extension PatternBindingSyntax {
  /// The name of the one property that it declares.
  fileprivate var propertyName: TokenSyntax? { pattern.as(IdentifierPatternSyntax.self)?.identifier.trimmed }
}

extension TokenSyntax {
  /// The name of the property that stores the value of the one of this name.
  fileprivate var storage: TokenSyntax { .identifier("_" + text.trimmingBackticks) }
}

extension DeclModifierSyntax {
  /// Whether it says who may read or set.
  fileprivate var isAccessLevel: Bool {
    switch name.tokenKind {
    case .keyword(.open), .keyword(.public), .keyword(.package), .keyword(.internal), .keyword(.fileprivate),
      .keyword(.private):
      true
    default: false
    }
  }
}
