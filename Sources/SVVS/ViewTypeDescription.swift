package import JSON

/// The parameters, properties and actions of a view type, as front ends see them.
package struct ViewTypeDescription: Sendable {
  /// A property of the views.
  package struct Property: Sendable {
    /// The name on the wire.
    package let name: String
    /// Whether front ends can read the property and whether they can set it.
    package let access: PropertyAccess
    /// The schema of the property's values.
    package let schema: JSONSchema
    /// The first paragraph of the property's documentation.
    package let description: String?
    /// The hints about the property.
    package let hints: [_PropertyHint]
  }

  /// An action of the views.
  package struct Action: Sendable {
    /// The method on the wire.
    package let name: String
    /// The first paragraph of the action's documentation.
    package let description: String?
    /// The text that people read in place of the name.
    package let title: String?
    /// The hints about the action and its arguments.
    package let hints: [ActionHint]
    /// The arguments that the action takes.
    package let arguments: [JSONSchema.Member]
  }

  /// The name of the view type, as in `view/open`.
  package let name: String
  /// The first paragraph of the view state's documentation.
  package let description: String?
  /// The hints about the views.
  package let hints: _ViewHints
  /// The parameters of `view/open`.
  package let parameters: [JSONSchema.Member]
  /// The properties, in the order of their declaration.
  package let properties: [Property]
  /// The actions, in the order of their declaration.
  package let actions: [Action]
}

/// The operations that front ends may perform on a property.
@usableFromInline
package enum PropertyAccess: String, Sendable {
  case readOnly, readWrite, writeOnly
}
