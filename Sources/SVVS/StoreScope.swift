/// A scope that holds stores whose lifetime begins and ends while the app runs (for example, the stores of a login).
///
/// A store lives as long as its owner. The app owns stores for the whole process, the object that `makeSession()`
/// returns owns stores for a session, and a scope owns stores for a shorter lifetime. Ending the scope releases its
/// stores.
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
/// If a store receives a reply after the scope has ended, it changes only itself, and no view shows it any longer. If
/// it also writes to another place (for example, a database), it must first call ``ScopeLifetime/check()`` on its
/// lifetime. A view that is useless without the login stores the lifetime in its view state. The view is then closed
/// when the lifetime ends. Any other view keeps the part of its state that belongs to one login in a ``ScopeLocal``.
///
/// Use ``init(within:)`` to nest a scope within another one. For example, the scope of a chat room ends when the user
/// leaves the room or logs out.
@MainActor @Store
public final class StoreScope<Stores> {
  /// The stores, or nil if the scope has not begun or has ended.
  public private(set) var current: Stores?
  /// A number that changes whenever the scope begins or ends, so that one login can be distinguished from the next.
  public private(set) var generation = 0

  /// The lifetime of the current stores. If there are no stores, this is the lifetime of the period without stores.
  /// Each `begin` and each ``end()`` ends this lifetime and starts a new one.
  @ObservationIgnored public private(set) var lifetime = ScopeLifetime()
  /// The lifetime of the outer scope, and the observation of its end.
  @ObservationIgnored private var outer: (lifetime: ScopeLifetime, end: ScopeLifetime.EndObservation)?

  /// Creates a scope that has not begun.
  public init() {}

  /// Creates a scope that has not begun. When `lifetime` ends, the scope ends, too.
  ///
  /// If `lifetime` is already over, the scope ends as soon as it begins.
  public init(within lifetime: ScopeLifetime) {
    outer = (lifetime, lifetime.onEnd { [weak self] in self?.end() })
  }

  /// Begins the scope with new stores. If the scope has already begun, ends it first.
  public func begin(_ stores: Stores) {
    begin { _ in stores }
  }

  /// Begins the scope with the new stores that `make` returns. The closure `make` receives the lifetime of these
  /// stores. If the scope has already begun, ends it first.
  public func begin(_ make: (ScopeLifetime) -> Stores) {
    // Repeats, because an observer of the end may begin the scope again.
    repeat { end() } while current != nil
    current = make(lifetime)
    if outer?.lifetime.isOver ?? false { end() }
  }

  /// Ends the scope and releases the stores.
  public func end() {
    generation += 1
    let ended = (stores: current, lifetime: lifetime)
    current = nil
    lifetime = ScopeLifetime()
    // The lifetime is ended last, because the observers and the deinitializers of the stores may run any code.
    ended.lifetime.end()
    withExtendedLifetime(ended) {}
  }
}
