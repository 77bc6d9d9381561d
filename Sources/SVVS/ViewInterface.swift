package import JSON

/// What a front end may read, write and call of the views of one type.
///
/// The macro ``ViewState(_:title:isStart:)`` writes it from the declarations of a class.
@MainActor
public final class ViewInterface<State: AnyObject> {
  /// The name of the view type, as in `view/open`.
  public let type: String
  /// What the view is for.
  public let description: String?
  /// What front ends are told of the view beforehand.
  public let hints: ViewHints
  /// The properties, in the order of their declaration.
  public let properties: [ViewProperty<State>]
  /// The actions, in the order of their declaration.
  public let actions: [ViewAction<State>]

  package let effectScope: (@MainActor (State) -> EffectScope)?
  package let lifetime: (@MainActor (State) -> ScopeLifetime?)?
  package let readableProperties: [ReadableProperty<State>]
  package let readableNames: [String]
  /// The index of each property and of each action by its name: a dictionary of these themselves would be a type more
  /// for each view type, which the runtime makes at start.
  package let propertyIndices: [String: Int]
  package let actionIndices: [String: Int]

  /// Describes a view type. Names must not come twice; an effect scope is connected while the view is open, and the
  /// view is closed when a lifetime ends that its state has at the opening.
  public init(
    type: String, description: String? = nil, hints: ViewHints = ViewHints(), properties: [ViewProperty<State>],
    actions: [ViewAction<State>],
    effectScope: (@MainActor (State) -> EffectScope)? = nil,
    lifetime: (@MainActor (State) -> ScopeLifetime?)? = nil
  ) {
    self.type = type
    self.description = description
    self.hints = hints
    self.properties = properties
    self.actions = actions
    self.effectScope = effectScope
    self.lifetime = lifetime
    // By closures: a key path of a generic type is made by the runtime, which takes a tenth of the time to start.
    readableProperties = properties.compactMap { $0.readable }
    readableNames = properties.filter { $0.readable != nil }.map { $0.description.name }
    propertyIndices = ViewInterface.indices(of: properties.map { $0.description.name })
    actionIndices = ViewInterface.indices(of: actions.map { $0.description.name })
  }

  private static func indices(of names: [String]) -> [String: Int] {
    Dictionary(uniqueKeysWithValues: zip(names, names.indices))
  }

  /// What front ends may know of views that are opened with parameters.
  package func description(parameters: [JSONSchema.Member]) -> ViewTypeDescription {
    ViewTypeDescription(
      name: type, description: description, hints: hints, parameters: parameters,
      properties: properties.map { $0.description },
      actions: actions.map { $0.description })
  }
}
