public import JSON

/// The form in which the server sends the changes of a view.
///
/// A client selects the delivery in ``ViewOpen``, which has an example.
@JSONCodable
public enum Delivery: String, CaseIterable, Sendable {
  /// Each changed property with its new value.
  case properties
  /// The JSON Patch operations (RFC 6902) that turn the old state into the new one. They are never longer than a
  /// `replace` of the whole value.
  case patch
  /// The names of the changed properties. A client gets the values with `view/get`.
  case signal
}
