/// A holder of stores whose lifetime begins and ends while the app runs, such as the stores of a login.
///
/// A store lives as long as its owner: the app for the whole process, the object that `makeSession()` returns for a
/// session, and a scope for shorter lifetimes. Ending the scope releases its stores.
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
/// A late reply to such a store changes an object that no view shows any longer. A store that writes to another place,
/// such as a database, calls ``ScopeLifetime/check()`` of its lifetime first. A view that is useless without the login
/// stores the lifetime, and is closed with it. Another view keeps its own state of the login in a ``ScopeLocal``.
///
/// A scope may be nested within another, by ``init(within:)``: the scope of a chat room ends when the user leaves the
/// room, or logs out.
@MainActor @Store
public final class StoreScope<Stores> {
  /// The stores, or nil if the scope has not begun or has ended.
  public private(set) var current: Stores?
  /// A number that differs after each begin and end, so that one login can be distinguished from the next.
  public private(set) var generation = 0

  /// The lifetime of the current stores, or of the time without stores. Each `begin` and ``end()`` ends it.
  @ObservationIgnored public private(set) var lifetime = ScopeLifetime()
  /// The lifetime of the outer scope, and the observation of its end.
  @ObservationIgnored private var outer: (lifetime: ScopeLifetime, end: ScopeLifetime.EndObservation)?

  /// Creates a scope that has not begun.
  public init() {}

  /// Creates a scope that has not begun and that ends, at the latest, with a lifetime.
  ///
  /// If that lifetime is already over, the scope ends as soon as it begins.
  public init(within lifetime: ScopeLifetime) {
    outer = (lifetime, lifetime.onEnd { [weak self] in self?.end() })
  }

  /// Begins with new stores. If the scope has begun before, it ends first.
  public func begin(_ stores: Stores) {
    begin { _ in stores }
  }

  /// Begins with new stores, made from their lifetime. If the scope has begun before, it ends first.
  public func begin(_ make: (ScopeLifetime) -> Stores) {
    // An observer of the end may begin the scope again.
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
    // Last, because the observers and the deinitializers of the stores may run any code.
    ended.lifetime.end()
    withExtendedLifetime(ended) {}
  }
}
