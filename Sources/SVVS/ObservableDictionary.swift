/// A dictionary that is observed key by key: a change of one value notifies only those that have read that key.
///
/// Under observation by property, every view of any book would be read again when one book changes; here the cost
/// of a change grows with the views that show it.
///
/// ```swift
/// @MainActor @Store
/// final class LibraryStore {
///   let books = ObservableDictionary<Book.ID, Book>()
/// ```
///
/// It cannot be iterated: what shows all values needs an array, or an ``ObservableArray``.
@MainActor
public final class ObservableDictionary<Key: Hashable & Sendable, Value>: Observable {
  private var values: [Key: Value] = [:]
  /// Those that are observed, or were.
  private var observed: [Key: PropertyTable] = [:]
  /// With so many, those that are observed no more are forgotten.
  private var sweepCount = 16
  private let registrar = _PropertyRegistrar()

  /// An empty dictionary.
  public init() {}

  isolated deinit {
    for table in observed.values { table.forgetReadings() }
  }

  /// The value of a key, or nil if it has none. Setting nil removes the value.
  public subscript(key: Key) -> Value? {
    get {
      registrar.access(self, \.[key])
      if Pass.isGoingOn { Pass.note(property(of: key)) }
      return values[key]
    }
    set {
      // Released when nothing here is being changed any more: its end may run anybody's code.
      let replaced = values[key]
      registrar.willSet(self, \.[key])
      values[key] = newValue
      registrar.didSet(self, \.[key])
      observed[key]?[0].notify()
      withExtendedLifetime(replaced) {}
    }
  }

  private func property(of key: Key) -> PropertyReaders.Pointer {
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
