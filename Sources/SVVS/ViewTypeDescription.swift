public import JSON

/// What front ends are shown of a view type: its parameters, properties and actions.
public struct ViewTypeDescription: Sendable {
  /// A property of the views.
  public struct Property: Sendable {
    /// The name on the wire.
    public let name: String
    /// What front ends may do with it.
    public let access: PropertyAccess
    /// The schema of its values.
    public let schema: JSONSchema
    /// What the property is for.
    public let description: String?
    /// What front ends are told of it beforehand; nil if nothing is.
    public let hints: PropertyHints?
  }

  /// An action of the views.
  public struct Action: Sendable {
    /// The method on the wire.
    public let name: String
    /// What it does.
    public let description: String?
    /// What front ends are told of it beforehand; nil if nothing is.
    public let hints: ActionHints?
    /// The arguments it takes.
    public let arguments: [JSONSchema.Member]
  }

  /// The name of the view type, as in `view/open`.
  public let name: String
  /// What the views are for.
  public let description: String?
  /// What front ends are told of the views beforehand.
  public let hints: ViewHints
  /// The parameters that a view is opened with.
  public let parameters: [JSONSchema.Member]
  /// The properties, in the order of their declaration.
  public let properties: [Property]
  /// The actions, in the order of their declaration.
  public let actions: [Action]

  /// Whether the views have an action of a name.
  package func hasAction(_ name: String) -> Bool { actions.contains { $0.name == name } }
}

/// What front ends may do with a property.
public enum PropertyAccess: String, Sendable {
  /// See it.
  case readOnly
  /// See it and set it.
  case readWrite
  /// Set it.
  case writeOnly
}
