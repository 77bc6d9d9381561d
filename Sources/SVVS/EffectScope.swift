import Logging

/// Owns the effects of a view for as long as it is connected, which is as long as the view lives.
///
/// One connection holds at a time. When it ends, the effects it owns are cancelled; a connection
/// that takes over leaves its own alone.
///
/// In SwiftUI a view connects with `.task { await scope.connect() }`.
@MainActor
public final class EffectScope {
  private static let logger = Logger(label: "svvs.effects")

  private var connection: Connection?
  /// Effects that were added while nothing was connected; they run, and the next connection owns them.
  private let unowned = EffectSet()

  /// Whether the life of what the scope belongs to is over.
  private var isFinished = false

  /// A scope that is not connected.
  public init() {}

  /// Stays connected until the caller is cancelled or another connects; returns when every effect of
  /// this connection has ended.
  public func connect() async {
    let connection = open()
    await withTaskCancellationHandler {
      await connection.ended
    } onCancel: {
      MainActor.runNowIfPossible { connection.end() }
    }
    await close(connection)
  }

  /// Hands over an effect: it is cancelled when the connection ends.
  public func add(_ effect: Effect) {
    guard case .task = effect else { return }
    if isFinished {
      effect.cancel()
      return unowned.insert(effect)
    }
    guard let connection, !connection.hasEnded else {
      EffectScope.logger.warning("An effect was added to a scope that is not connected; it runs all the same.")
      return unowned.insert(effect)
    }
    connection.effects.insert(effect)
  }

  /// Connects without a task that waits; the caller ends it with ``finish()``.
  @discardableResult
  package func open() -> Connection {
    connection?.end()
    let next = Connection(adopting: unowned.removeAll())
    connection = next
    return next
  }

  /// Cancels every effect, and from now on each that is added.
  package func finish() {
    isFinished = true
    connection?.end()
    unowned.cancelAll()
  }

  /// Waits until every effect has ended.
  package var ended: Void {
    get async {
      await connection?.effects.allEnded()
      await unowned.allEnded()
    }
  }

  private func close(_ ending: Connection) async {
    ending.end()
    if connection === ending { connection = nil }
    await ending.effects.allEnded()
  }

  /// One period of being connected.
  @MainActor
  package final class Connection {
    let effects = EffectSet()
    private(set) var hasEnded = false
    private var waiter: CheckedContinuation<Void, Never>?

    init(adopting effects: [Effect]) {
      for effect in effects { self.effects.insert(effect) }
    }

    /// Returns when ``end()`` is called. One caller at most.
    var ended: Void {
      get async {
        guard !hasEnded else { return }
        await withCheckedContinuation { waiter = $0 }
      }
    }

    func end() {
      guard !hasEnded else { return }
      hasEnded = true
      effects.cancelAll()
      waiter?.resume()
      waiter = nil
    }
  }
}

/// Effects that are under way; each leaves by itself when it has ended.
@MainActor
final class EffectSet {
  private var effects: [Int: Effect] = [:]
  private var lastKey = 0

  func insert(_ effect: Effect) {
    lastKey += 1
    let key = lastKey
    effects[key] = effect
    effect.onCompletion { [weak self] in self?.effects[key] = nil }
  }

  func removeAll() -> [Effect] {
    defer { effects = [:] }
    return Array(effects.values)
  }

  func cancelAll() {
    for effect in effects.values { effect.cancel() }
  }

  func allEnded() async {
    while let (key, effect) = effects.first {
      await effect.completion
      effects[key] = nil
    }
  }
}
