import SVVS

/// A collection of scopes with keys. A scope ends as soon as its key no longer exists.
@MainActor
final class KeyedScopes<Key: Hashable, Value> {
  private var scopes: [Key: StoreScope<Value>] = [:]
  private var ending = Effect.none
  private let keys: @MainActor () -> Set<Key>

  /// Creates an empty collection. The closure `keys` returns the existing keys. The properties that the closure reads
  /// are observed.
  init(while keys: @escaping @MainActor () -> Set<Key>) { self.keys = keys }

  isolated deinit { ending.cancel() }

  /// The scope of `key`, or nil if the key has no scope.
  subscript(key: Key) -> StoreScope<Value>? { scopes[key] }

  /// Keeps `scope` as long as `key` exists. If the key does not exist, the scope ends immediately.
  func keep(_ scope: StoreScope<Value>, for key: Key) {
    scopes[key] = scope
    endOthers(than: keys())
    guard case .none = ending else { return }
    ending = .onChange(of: keys) { [weak self] keys in self?.endOthers(than: keys) }
  }

  /// Ends the scope of `key`.
  func end(_ key: Key) { scopes.removeValue(forKey: key)?.end() }

  private func endOthers(than keys: Set<Key>) {
    for key in scopes.keys where !keys.contains(key) { end(key) }
  }
}
