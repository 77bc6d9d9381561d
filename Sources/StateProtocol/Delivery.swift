public import JSON

/// How the changes of a view are told.
@JSONCodable
public enum Delivery: String, CaseIterable, Sendable {
  /// Each changed property with its new value.
  case properties
  /// The steps of RFC 6902 from the old state to the new one, where they are shorter than the values.
  case patch
  /// The names of the changed properties.
  case signal
}
