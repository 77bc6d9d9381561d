public import JSON

/// The form in which the changes of a view are sent.
///
/// ``ViewOpen`` selects it, and has an example.
@JSONCodable
public enum Delivery: String, CaseIterable, Sendable {
  /// Each changed property with its new value.
  case properties
  /// The operations of RFC 6902 from the old state to the new one, never longer than a `replace` of the value.
  case patch
  /// The names of the changed properties; `view/get` has the values.
  case signal
}
