package import JSON

/// What a front end may read, write and call of the views of one type.
///
/// The macro ``ViewState(_:)`` writes it from the declarations of a class.
@MainActor
public final class ViewInterface<State: AnyObject> {
  /// The name of the view type, as in `view/open`.
  public let type: String
  /// What the view is for.
  public let description: String?
  /// The properties, in the order of their declaration.
  public let properties: [ViewProperty<State>]
  /// The actions, in the order of their declaration.
  public let actions: [ViewAction<State>]

  package let effectScope: (@MainActor (State) -> EffectScope)?
  package let readableProperties: [any ReadableProperty<State>]
  package let readableNames: [String]
  package let propertiesByName: [String: ViewProperty<State>]
  package let actionsByName: [String: ViewAction<State>]

  /// Describes a view type; names must not come twice. An effect scope that the state has is
  /// connected while the view is open.
  public init(
    type: String, description: String? = nil, properties: [ViewProperty<State>], actions: [ViewAction<State>],
    effectScope: (@MainActor (State) -> EffectScope)? = nil
  ) {
    self.type = type
    self.description = description
    self.properties = properties
    self.actions = actions
    self.effectScope = effectScope
    readableProperties = properties.compactMap(\.readable)
    readableNames = properties.filter { $0.readable != nil }.map(\.description.name)
    propertiesByName = Dictionary(uniqueKeysWithValues: properties.map { ($0.description.name, $0) })
    actionsByName = Dictionary(uniqueKeysWithValues: actions.map { ($0.description.name, $0) })
  }

  /// What front ends may know of views that are opened with parameters.
  package func description(parameters: [JSONSchema.Member]) -> ViewTypeDescription {
    ViewTypeDescription(
      name: type, description: description, parameters: parameters, properties: properties.map(\.description),
      actions: actions.map(\.description))
  }
}
