/// What a front end may read, write and call of the views of one type.
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

  let effectScope: (@MainActor (State) -> EffectScope)?
  let readableNames: [String]
  let propertiesByName: [String: ViewProperty<State>]
  let actionsByName: [String: ViewAction<State>]

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
    readableNames = properties.filter { $0.record != nil }.map(\.name)
    propertiesByName = Dictionary(uniqueKeysWithValues: properties.map { ($0.name, $0) })
    actionsByName = Dictionary(uniqueKeysWithValues: actions.map { ($0.name, $0) })
  }
}
