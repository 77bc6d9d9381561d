import SVVS

/// How the changes of a view are told.
@JSONCodable
enum Delivery: String, CaseIterable {
  /// Each changed property with its new value.
  case properties
}
