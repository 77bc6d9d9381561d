/// A dictionary that is observed key by key: a change of one value notifies only the dependents of that key.
///
/// If a store kept its books in a plain dictionary, a change of one book would make the views of all books dirty. With
/// an observable dictionary, the cost of the change depends only on the number of views that show the changed book.
///
/// ```swift
/// @MainActor @Store
/// final class LibraryStore {
///   let books = ObservableDictionary<Book.ID, Book>()
/// ```
///
/// An observable dictionary cannot be iterated. To show all values, use an array or an ``ObservableArray``.
@MainActor
public final class ObservableDictionary<Key: Hashable & Sendable, Value>: Observable {
  private var values: [Key: Value] = [:]
  /// The dependents of each key that has been read under observation.
  private var observed: [Key: PropertyTable] = [:]
  /// When this many keys are observed, the keys without dependents are removed.
  private var sweepCount = 16
  private let registrar = _PropertyRegistrar()

  /// Creates an empty dictionary.
  public init() {}

  isolated deinit {
    for table in observed.values { table.removeAllDependents() }
  }

  /// The value of a key, or nil if the key has none. Setting nil removes the value.
  public subscript(key: Key) -> Value? {
    get {
      registrar.access(self, \.[key])
      if TrackingPass.isActive { TrackingPass.add(property(of: key)) }
      return values[key]
    }
    set {
      // The replaced value is released last, because its deinitializer may run any code.
      let replaced = values[key]
      registrar.willSet(self, \.[key])
      values[key] = newValue
      registrar.didSet(self, \.[key])
      observed[key]?[0].notify()
      withExtendedLifetime(replaced) {}
    }
  }

  private func property(of key: Key) -> Dependents.Pointer {
    if let table = observed[key] { return table[0] }
    if observed.count >= sweepCount {
      observed = observed.filter { $0.value.isObserved }
      sweepCount = max(16, 2 * observed.count)
    }
    let table = PropertyTable.make(count: 1)
    observed[key] = table
    return table[0]
  }
}
