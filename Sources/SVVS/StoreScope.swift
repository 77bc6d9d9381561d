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
/// such as into a database, checks its ``ScopeLifetime`` first. A view that is of no use afterwards stores that
/// lifetime, and is closed with it; what another view keeps for such a time is a ``ScopeLocal``.
///
/// A scope may be made within another, ``init(within:)``, with which it ends at the latest, such as that of a room
/// which one may leave within a login.
@MainActor @Store
public final class StoreScope<Stores> {
  /// The stores, or nil while the scope has not begun.
  public private(set) var current: Stores?
  /// How often the scope has begun and ended: it tells one login from the next.
  public private(set) var generation = 0

  /// How long what the scope holds now lasts, or that it holds nothing: each `begin` and ``end()`` ends it.
  @ObservationIgnored public private(set) var lifetime = ScopeLifetime()
  /// The lifetime of the scope around this one, and what waits for its end.
  @ObservationIgnored private var outer: (lifetime: ScopeLifetime, end: ScopeLifetime.EndObservation)?

  /// A scope that has not begun.
  public init() {}

  /// A scope that has not begun, and that ends with another. Within one that is over, it ends as soon as it begins.
  public init(within lifetime: ScopeLifetime) {
    outer = (lifetime, lifetime.onEnd { [weak self] in self?.end() })
  }

  /// Begins with new stores, and ends what lasted before.
  public func begin(_ stores: Stores) {
    begin { _ in stores }
  }

  /// Begins with new stores, which get their lifetime, and ends what lasted before.
  public func begin(_ make: (ScopeLifetime) -> Stores) {
    // What waits for the end may begin anew.
    repeat { end() } while current != nil
    current = make(lifetime)
    if outer?.lifetime.isOver ?? false { end() }
  }

  /// Ends, and releases the stores.
  public func end() {
    generation += 1
    let ended = (stores: current, lifetime: lifetime)
    current = nil
    lifetime = ScopeLifetime()
    // Last, when nothing here is being changed any more: this and the release may run anybody's code.
    ended.lifetime.end()
    withExtendedLifetime(ended) {}
  }
}
