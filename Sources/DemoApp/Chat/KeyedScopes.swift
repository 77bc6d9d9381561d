import SVVS

/// Scopes by what they belong to. Each ends as soon as that is no longer among what there is.
@MainActor
final class KeyedScopes<Key: Hashable, Value> {
  private var scopes: [Key: StoreScope<Value>] = [:]
  private var ending = Effect.none
  private let keys: @MainActor () -> Set<Key>

  /// Scopes for as long as this says that there are their keys; what it reads is observed.
  init(while keys: @escaping @MainActor () -> Set<Key>) { self.keys = keys }

  isolated deinit { ending.cancel() }

  /// The scope of a key, if it has one.
  subscript(key: Key) -> StoreScope<Value>? { scopes[key] }

  /// Keeps a scope, unless there is no such key any more: then it ends at once.
  func keep(_ scope: StoreScope<Value>, for key: Key) {
    scopes[key] = scope
    endOthers(than: keys())
    guard case .none = ending else { return }
    ending = .onChange(of: keys) { [weak self] keys in self?.endOthers(than: keys) }
  }

  /// Ends the scope of a key at once.
  func end(_ key: Key) { scopes.removeValue(forKey: key)?.end() }

  private func endOthers(than keys: Set<Key>) {
    for key in scopes.keys where !keys.contains(key) { end(key) }
  }
}
