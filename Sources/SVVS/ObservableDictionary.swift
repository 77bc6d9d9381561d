/// A dictionary that is observed key by key: a change of one value concerns only who read that key.
///
/// Observation by property would make every view of any user look again when one user changes; here
/// the cost of a change grows with the views that show it. A key without a value costs nothing.
///
/// ```swift
/// @MainActor @Observable
/// final class UserStore {
///   let values = ObservableDictionary<User.ID, User>()
/// }
/// ```
@MainActor
public final class ObservableDictionary<Key: Hashable & Sendable, Value>: Observable {
  private var values: [Key: Value] = [:]
  private let registrar = ObservationRegistrar()

  /// A dictionary without values.
  public init() {}

  /// The value of a key, or nil if it has none; setting nil removes it.
  public subscript(key: Key) -> Value? {
    get {
      registrar.access(self, keyPath: \.[key])
      return values[key]
    }
    set {
      // Released when nothing here is being changed any more: its end may run anybody's code.
      let replaced = values[key]
      registrar.withMutation(of: self, keyPath: \.[key]) { values[key] = newValue }
      withExtendedLifetime(replaced) {}
    }
  }
}
