// swift-format-ignore-file: NoLeadingUnderscores

package import JSON

/// The properties and actions of a view type, which ``ViewState(_:title:actions:isStart:)`` generates from the
/// declarations of a class.
///
/// The closures take a state as `AnyObject`. If they took it by its type, the interface would be a generic type: the
/// runtime would instantiate it for each view type at start, and look it up at each read and each call.
@MainActor
public final class _ViewInterface {
  /// The name of the view type, as in `view/open`.
  package let type: String
  /// The first paragraph of the documentation of the class.
  package let description: String?
  /// The hints about the view type.
  package let hints: _ViewHints
  /// The properties, in the order of their declaration.
  package let properties: [_ViewProperty]
  /// The actions, in the order of their declaration.
  package let actions: [_ViewAction]

  /// The scope to connect while the view is open; nil if the state has no scope.
  package let effectScope: (@MainActor (AnyObject) -> EffectScope)?
  /// The lifetime of the state. When it ends, the view ends.
  package let lifetime: (@MainActor (AnyObject) -> ScopeLifetime?)?
  /// Returns the key path of each property, in the order of the properties. Only tests call it.
  private let keyPaths: @MainActor () -> [AnyKeyPath]
  package let readableProperties: [ReadableProperty]
  /// The names of the properties that front ends see, in their order.
  package let readableNames: [String]
  /// The index of each property and of each action, keyed by its name.
  package let propertyIndices: [String: Int]
  package let actionIndices: [String: Int]
  /// The indices of the readable property with a question and of the action that answers it; nil if there is none.
  package let question: (property: Int, action: Int)?

  /// For each readable property, whether it was found to read `@Observable` objects in any view. Observing such objects
  /// takes time and memory, so other properties are read without it.
  package var readsObjects: [Bool]
  /// The texts that describe the work on the views: the actions, the getters, the setters and the initializer. Nil for
  /// work that was not begun yet.
  package var workTexts: [UnsafePointer<CChar>?]

  /// Creates an interface. The names of the properties must be unique, and so must the names of the actions.
  ///
  /// The effect scope is connected while the view is open. The lifetime is read when the view is opened, and the view
  /// is closed when that lifetime ends.
  public init(
    type: String, description: String? = nil, hints: _ViewHints = _ViewHints(), properties: [_ViewProperty],
    actions: [_ViewAction],
    effectScope: (@MainActor (AnyObject) -> EffectScope)? = nil,
    lifetime: (@MainActor (AnyObject) -> ScopeLifetime?)? = nil,
    keyPaths: @escaping @MainActor () -> [AnyKeyPath] = { [] }
  ) {
    self.type = type
    self.description = description
    self.hints = hints
    self.properties = properties
    self.actions = actions
    self.effectScope = effectScope
    self.lifetime = lifetime
    self.keyPaths = keyPaths
    readableProperties = properties.compactMap { $0.readable }
    readableNames = properties.filter { $0.readable != nil }.map { $0.description.name }
    propertyIndices = _ViewInterface.indices(of: properties.map { $0.description.name })
    actionIndices = _ViewInterface.indices(of: actions.map { $0.description.name })
    question = _ViewInterface.question(among: properties.filter { $0.readable != nil }, actionIndices)
    readsObjects = Array(repeating: false, count: properties.count)
    workTexts = Array(repeating: nil, count: actions.count + 2 * properties.count + 1)
  }

  private static func indices(of names: [String]) -> [String: Int] {
    var indices: [String: Int] = [:]
    for index in names.indices {
      let earlier = indices.updateValue(index, forKey: names[index])
      precondition(earlier == nil, "the name \(names[index]) is not unique")
    }
    return indices
  }

  private static func question(
    among properties: [_ViewProperty], _ actions: [String: Int]
  ) -> (property: Int, action: Int)? {
    for (index, property) in properties.enumerated() {
      for case .answered(let name) in property.description.hints {
        if let action = actions[name] { return (index, action) }
      }
    }
    return nil
  }

  /// The property with a key path; nil if front ends neither read nor set it.
  package func property(at keyPath: AnyKeyPath) -> ViewTypeDescription.Property? {
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

/// The state of a view with the type that its interface is for. Only the macro calls this function.
@inlinable
public func _downcast<State: AnyObject>(_ state: AnyObject, to type: State.Type) -> State {
  unsafeDowncast(state, to: type)
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
