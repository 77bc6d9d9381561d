/// Holds stores for as long as something lasts that begins and ends, such as a login.
///
/// A store lives as long as what holds it: the app for the process, the app's session stores for a
/// session, and a scope for what comes and goes within. Ending the scope lets go of its stores at
/// once. Replies that are still on their way to them change objects that nobody shows any more.
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

  /// A scope that has not begun.
  public init() {}

  /// Begins, with new stores; what lasted before ends.
  public func begin(_ stores: Stores) {
    generation += 1
    current = stores
  }

  /// Ends, and lets go of the stores.
  public func end() {
    generation += 1
    current = nil
  }
}
