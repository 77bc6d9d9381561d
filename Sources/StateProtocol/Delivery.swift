public import JSON

/// The form in which the server sends the changes of a view.
///
/// A client selects the delivery when it opens a view. For an example, see ``ViewOpen``.
@JSONCodable
public enum Delivery: String, CaseIterable, Sendable {
  /// Each changed property with its new value.
  case properties
  /// The JSON Patch operations (RFC 6902) that turn the old state into the new one. The operations for a property are
  /// never longer than one `replace` operation with the property's whole new value.
  case patch
}
