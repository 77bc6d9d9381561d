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
/// The dependencies of a computation are:
///
/// | read | dependency |
/// | --- | --- |
/// | `books[id]`, `books[id, default: book]` | the value of the key |
/// | `books.keys`, `books.count`, `books.isEmpty` | the set of keys |
/// | `books.values`, `for (id, book) in books`, `books.map { … }` | all keys and values |
///
/// To find out whether a key has a value, compare `books[id]` with nil. `books.keys.contains(id)` gives the same
/// result, but depends on all keys.
@MainActor
public final class ObservableDictionary<Key: Hashable & Sendable, Value>: Observable {
  private var current: [Key: Value]
  /// The dependents of each key that has been read under observation.
  private var observedKeys: [Key: PropertyTable] = [:]
  /// The dependents of the set of keys, and of all values.
  private var observed = _ObservedProperties()
  /// When this many keys are observed, the keys without dependents are removed.
  private var sweepCount = 16
  private let registrar = _PropertyRegistrar()

  /// Creates a dictionary.
  public init(_ values: [Key: Value] = [:]) {
    current = values
  }

  isolated deinit {
    for table in observedKeys.values { table.removeAllDependents() }
  }

  /// The value of a key, or nil if the key has none. Setting nil removes the value.
  public subscript(key: Key) -> Value? {
    get {
      registrar.access(self, \.[key])
      if TrackingPass.isActive { TrackingPass.add(property(of: key)) }
      return current[key]
    }
    set {
      // The replaced value is released last, because its deinitializer may run any code.
      let replaced = current[key]
      let isOtherKeySet = (replaced == nil) != (newValue == nil)
      registrar.willSet(self, \.[key])
      registrar.willSet(self, \.values)
      if isOtherKeySet { registrar.willSet(self, \.keys) }
      current[key] = newValue
      registrar.didSet(self, \.[key])
      registrar.didSet(self, \.values)
      if isOtherKeySet { registrar.didSet(self, \.keys) }
      observedKeys[key]?[0].notify()
      observed.changed(Property.values)
      if isOtherKeySet { observed.changed(Property.keys) }
      withExtendedLifetime(replaced) {}
    }
  }

  /// The value of a key, or the default value if the key has none.
  public subscript(key: Key, default defaultValue: @autoclosure () -> Value) -> Value {
    get { self[key] ?? defaultValue() }
    set { self[key] = newValue }
  }

  /// Removes and returns the value of a key. Returns nil if the key has none.
  @discardableResult
  public func removeValue(forKey key: Key) -> Value? {
    guard let removed = current[key] else { return nil }
    self[key] = nil
    return removed
  }

  /// Removes all values.
  public func removeAll() {
    // The removed values are released last, because their deinitializers may run any code.
    let removed = current
    for key in removed.keys { self[key] = nil }
    withExtendedLifetime(removed) {}
  }

  /// The keys.
  public var keys: Dictionary<Key, Value>.Keys {
    registrar.access(self, \.keys)
    observed.access(Property.keys, of: Property.count)
    return current.keys
  }

  /// The values.
  public var values: Dictionary<Key, Value>.Values {
    registrar.access(self, \.values)
    observed.access(Property.values, of: Property.count)
    return current.values
  }

  /// The number of keys.
  public var count: Int { keys.count }

  /// Whether there are no keys.
  public var isEmpty: Bool { keys.isEmpty }

  private func property(of key: Key) -> Dependents.Pointer {
    if let table = observedKeys[key] { return table[0] }
    if observedKeys.count >= sweepCount {
      observedKeys = observedKeys.filter { $0.value.isObserved }
      sweepCount = Swift.max(16, 2 * observedKeys.count)
    }
    let table = PropertyTable.make(count: 1)
    observedKeys[key] = table
    return table[0]
  }
}

extension ObservableDictionary: Sequence {
  /// An iterator of a copy of the dictionary.
  public func makeIterator() -> Dictionary<Key, Value>.Iterator {
    _ = values
    return current.makeIterator()
  }
}

/// The numbers of the observed properties of a dictionary.
private enum Property {
  static let keys = 0
  static let values = 1
  static let count = 2
}
