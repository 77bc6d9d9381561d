/// A dictionary that is observed key by key: a change of one value notifies only those that have read that key.
///
/// Under observation by property, every view of any book would be read again when one book changes; here the cost
/// of a change grows with the views that show it.
///
/// ```swift
/// @MainActor @Observable
/// final class LibraryStore {
///   let books = ObservableDictionary<Book.ID, Book>()
/// ```
///
/// It cannot be iterated: what shows all values needs an array, or an ``ObservableArray``.
@MainActor
public final class ObservableDictionary<Key: Hashable & Sendable, Value>: Observable {
  private var values: [Key: Value] = [:]
  private let registrar = ObservationRegistrar()

  /// An empty dictionary.
  public init() {}

  /// The value of a key, or nil if it has none. Setting nil removes the value.
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
