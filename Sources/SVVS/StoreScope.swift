/// Holds stores for as long as something lasts that begins and ends, such as a login.
///
/// A store lives as long as what holds it: the app for the process, what `makeSession()` returns for a session,
/// and a scope for what comes and goes within. Ending the scope releases its stores at once.
///
/// ```swift
/// let login = StoreScope<LoginStores>()
/// let note = NoteViewState(login: login)
/// login.begin(LoginStores(userID: "A"))
/// note.draft = "milk"
/// #expect(login.current?.userID == "A")
/// login.end()
/// #expect(login.current == nil && note.draft == "")
/// ```
///
/// A late reply to such a store changes an object that no view shows any more; a store that writes elsewhere,
/// such as into a database, checks its ``ScopeLifetime`` first. What a view keeps for such a time is a
/// ``ScopeLocal``.
@MainActor @Store
public final class StoreScope<Stores> {
  /// The stores, or nil while the scope has not begun.
  public private(set) var current: Stores?
  /// How often the scope has begun and ended: it tells one login from the next.
  public private(set) var generation = 0

  @ObservationIgnored private var lifetime = ScopeLifetime()

  /// A scope that has not begun.
  public init() {}

  /// Begins with new stores, and ends what lasted before.
  public func begin(_ stores: Stores) {
    begin { _ in stores }
  }

  /// Begins with new stores, which get their lifetime, and ends what lasted before.
  public func begin(_ make: (ScopeLifetime) -> Stores) {
    end()
    lifetime = ScopeLifetime()
    current = make(lifetime)
  }

  /// Ends, and releases the stores.
  public func end() {
    generation += 1
    lifetime.isOver = true
    // Released when nothing here is being changed any more: its end may run anybody's code.
    let ended = current
    current = nil
    withExtendedLifetime(ended) {}
  }
}

/// Says to the stores of a ``StoreScope`` whether it has ended, for work that waits meanwhile.
@MainActor
public final class ScopeLifetime {
  /// Whether the scope has ended, or begun anew, since the stores were made.
  public fileprivate(set) var isOver = false

  /// Throws `CancellationError` if the scope has ended since, as `Task.checkCancellation()` does for a task.
  public func check() throws {
    if isOver { throw CancellationError() }
  }
}
