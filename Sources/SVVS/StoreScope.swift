/// Holds stores for as long as something lasts that begins and ends, such as a login.
///
/// A store lives as long as what holds it: the app for the process, the app's session stores for a
/// session, and a scope for what comes and goes within. Ending the scope lets go of its stores at
/// once. Replies that are still on their way to them change objects that nobody shows any more; a
/// store that writes elsewhere, such as into a database, asks its ``ScopeLifetime`` first.
///
/// ```swift
/// let login = StoreScope<LoginStores>()
/// login.begin(LoginStores(userID: user.id))
/// login.current?.userID
/// login.end()
/// ```
///
/// What a view holds itself for such a time is a ``ScopeLocal``.
@MainActor @Observable
public final class StoreScope<Stores> {
  /// The stores, while what they belong to lasts.
  public private(set) var current: Stores?
  /// How often the scope has begun and ended: tells one login from the next.
  public private(set) var generation = 0

  @ObservationIgnored private var lifetime = ScopeLifetime()

  /// A scope that has not begun.
  public init() {}

  /// Begins, with new stores; what lasted before ends.
  public func begin(_ stores: Stores) {
    begin { _ in stores }
  }

  /// Begins, with stores that are told of how long they live; what lasted before ends.
  public func begin(_ make: (ScopeLifetime) -> Stores) {
    end()
    lifetime = ScopeLifetime()
    current = make(lifetime)
  }

  /// Ends, and lets go of the stores.
  public func end() {
    generation += 1
    lifetime.isOver = true
    // Released when nothing here is being changed any more: its end may run anybody's code.
    let ended = current
    current = nil
    withExtendedLifetime(ended) {}
  }
}

/// How long stores of a ``StoreScope`` live, for work that waits while that may end.
@MainActor
public final class ScopeLifetime {
  /// Whether the scope has ended or begun anew since.
  public fileprivate(set) var isOver = false

  /// Throws if the life is over, as `Task.checkCancellation()` does if a task was cancelled.
  public func check() throws {
    if isOver { throw CancellationError() }
  }
}
