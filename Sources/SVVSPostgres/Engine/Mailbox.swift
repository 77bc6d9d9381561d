import SVVSPersistence
import Synchronization

/// The requests to the follower. Any thread can add a request.
final class Mailbox: Sendable {
  struct Content {
    var added: [Interests.Query: ObservedQuery] = [:]
    var removed: Set<Interests.Query> = []
    var waiters: [DisplayWaiter] = []
    /// Whether a caller needs a connection at once.
    var isConnectionNeeded = false

    /// Whether a caller waits for the next refresh.
    var isAwaited: Bool { isConnectionNeeded || !waiters.isEmpty }
  }

  private struct State {
    var content = Content()
    var queries = 0
    var isDelivering = false
    var isEnded = false
  }

  private let state = Mutex(State())
  private let wakeUp: WakeUp

  /// A descriptor that becomes readable when a request arrives, and stays readable until ``clear()``.
  var descriptor: Int32 { wakeUp.descriptor }

  init() throws(DatabaseError) {
    wakeUp = try WakeUp()
  }

  func add(_ query: ObservedQuery) -> Interests.Query {
    state.withLock { state in
      state.queries += 1
      state.content.added[state.queries] = query
      return state.queries
    }
  }

  func remove(_ query: Interests.Query) {
    state.withLock { state in
      // If the follower has not taken the query yet, it does not know the query.
      if state.content.added.removeValue(forKey: query) == nil { state.content.removed.insert(query) }
    }
  }

  func add(_ waiter: DisplayWaiter) { change { $0.content.waiters.append(waiter) } }

  func requestAttempt() { change { $0.content.isConnectionNeeded = true } }

  func end() { change { $0.isEnded = true } }

  /// Sets whether deliveries are queued for the main actor.
  func setDelivering(_ isDelivering: Bool) { change { $0.isDelivering = isDelivering } }

  var isDelivering: Bool { state.withLock { $0.isDelivering && !$0.isEnded } }
  var isEnded: Bool { state.withLock { $0.isEnded } }
  var isAwaited: Bool { state.withLock { $0.content.isAwaited || $0.isEnded } }

  /// Removes and returns the requests.
  func take() -> Content {
    state.withLock { state in
      defer { state.content = Content() }
      return state.content
    }
  }

  /// Removes and returns the waiters whose transactions are visible in a snapshot.
  func takeWaiters(in snapshot: ServerSnapshot) -> [DisplayWaiter] {
    let isVisible = { (waiter: DisplayWaiter) in waiter.transaction.map(snapshot.sees) ?? false }
    return state.withLock { state in
      defer { state.content.waiters.removeAll(where: isVisible) }
      return state.content.waiters.filter(isVisible)
    }
  }

  /// Makes the descriptor unreadable until the next request.
  func clear() { wakeUp.clear() }

  private func change<Result>(_ body: (inout State) -> Result) -> Result {
    defer { wakeUp.signal() }
    return state.withLock { body(&$0) }
  }
}
