import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The implementation of `@_ObservedProperty`: moves the value of a property to a private stored property, and makes
/// the property a computed one that registers reads and notifies dependents.
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
    let modifiers = variable.modifiers.filter { !$0.isAccessLevel }.map { "\($0.trimmed) " }.joined()
    let stored = binding.with(\.pattern, "\(name.storage)").trimmed
    return ["private \(raw: modifiers)var \(stored)"]
  }
}

extension PatternBindingSyntax {
  /// The name of the declared property, unless the pattern is a tuple.
  fileprivate var propertyName: TokenSyntax? { pattern.as(IdentifierPatternSyntax.self)?.identifier.trimmed }
}

extension TokenSyntax {
  /// The name of the private property that stores the value of the property with this name.
  fileprivate var storage: TokenSyntax { .identifier("_" + text.trimmingBackticks) }
}

extension DeclModifierSyntax {
  /// Whether the modifier is an access level.
  fileprivate var isAccessLevel: Bool {
    switch name.tokenKind {
    case .keyword(.open), .keyword(.public), .keyword(.package), .keyword(.internal), .keyword(.fileprivate),
      .keyword(.private):
      true
    default: false
    }
  }
}
