// swift-format-ignore-file: NoLeadingUnderscores

package import JSON

/// The properties and actions of a view type, which ``ViewState(_:title:actions:isStart:)`` generates from the
/// declarations of a class.
@MainActor
public final class _ViewInterface<State: AnyObject> {
  /// The name of the view type, as in `view/open`.
  package let type: String
  /// The first paragraph of the documentation of the class.
  package let description: String?
  /// The hints about the view type.
  package let hints: _ViewHints
  /// The properties, in the order of their declaration.
  package let properties: [_ViewProperty<State>]
  /// The actions, in the order of their declaration.
  package let actions: [ErasedAction]

  package let effectScope: (@MainActor (State) -> EffectScope)?
  package let lifetime: (@MainActor (State) -> ScopeLifetime?)?
  /// Returns the key path of each property, in the order of the properties. Only tests call it.
  private let keyPaths: @MainActor () -> [PartialKeyPath<State>]
  package let readableProperties: [ReadableProperty]
  package let readableNames: [String]
  /// The index of each property and of each action, keyed by its name. A dictionary of the properties or actions
  /// themselves would have a different type for each view type, and the runtime would have to instantiate all these
  /// types at start.
  package let propertyIndices: [String: Int]
  package let actionIndices: [String: Int]

  /// Creates an interface. The names of the properties must be unique, and so must the names of the actions.
  ///
  /// The effect scope is connected while the view is open. The lifetime is read when the view is opened, and the view
  /// is closed when that lifetime ends.
  public init(
    type: String, description: String? = nil, hints: _ViewHints = _ViewHints(), properties: [_ViewProperty<State>],
    actions: [_ViewAction<State>],
    effectScope: (@MainActor (State) -> EffectScope)? = nil,
    lifetime: (@MainActor (State) -> ScopeLifetime?)? = nil,
    keyPaths: @escaping @MainActor () -> [PartialKeyPath<State>] = { [] }
  ) {
    self.type = type
    self.description = description
    self.hints = hints
    self.properties = properties
    self.actions = actions.map { $0.erased }
    self.effectScope = effectScope
    self.lifetime = lifetime
    self.keyPaths = keyPaths
    // Uses closures instead of key paths. The runtime instantiates key paths of generic types, which would take a tenth
    // of the time to start.
    readableProperties = properties.compactMap { $0.readable }
    readableNames = properties.filter { $0.readable != nil }.map { $0.description.name }
    propertyIndices = _ViewInterface.indices(of: properties.map { $0.description.name })
    actionIndices = _ViewInterface.indices(of: self.actions.map { $0.description.name })
  }

  private static func indices(of names: [String]) -> [String: Int] {
    var indices: [String: Int] = [:]
    for index in names.indices {
      let earlier = indices.updateValue(index, forKey: names[index])
      precondition(earlier == nil, "the name \(names[index]) is not unique")
    }
    return indices
  }

  /// The property with a key path; nil if front ends neither read nor set it.
  package func property(at keyPath: PartialKeyPath<State>) -> ViewTypeDescription.Property? {
    zip(keyPaths(), properties).first { $0.0 == keyPath }?.1.description
  }

  /// Describes the view type for front ends, with these parameters of `view/open`.
  package func description(parameters: [JSONSchema.Member]) -> ViewTypeDescription {
    ViewTypeDescription(
      name: type, description: description, hints: hints, parameters: parameters,
      properties: properties.map { $0.description },
      actions: actions.map { $0.description })
  }
}

// MARK: - Misuse

/// Does nothing. The macro ``ViewState(_:title:actions:isStart:)`` calls it with each private property whose type it
/// does not know.
@inlinable
public func _theTypeOfThisPropertyMustBeWritten<Value: ~Copyable>(_ value: borrowing Value) {}

/// Deprecated: the macro connects an effect scope to the view only if its type is written.
@available(*, deprecated, message: "the scope is not connected to the view: write its type, as in `let a: EffectScope`")
public func _theTypeOfThisPropertyMustBeWritten(_ scope: EffectScope) {}

/// Deprecated: the end of a lifetime closes the view only if the type of the lifetime is written.
@available(
  *, deprecated,
  message: "the end of this lifetime does not close the view: write its type, as in `let a: ScopeLifetime`"
)
public func _theTypeOfThisPropertyMustBeWritten(_ lifetime: ScopeLifetime) {}

/// Deprecated: the end of a lifetime closes the view only if the type of the lifetime is written.
@available(
  *, deprecated,
  message: "the end of this lifetime does not close the view: write its type, as in `let a: ScopeLifetime?`"
)
public func _theTypeOfThisPropertyMustBeWritten(_ lifetime: ScopeLifetime?) {}
