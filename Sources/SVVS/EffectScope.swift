import Logging

/// Owns effects for as long as a view is open, and cancels them when it is closed.
///
/// A view state that stores one has it connected from the opening of the view to its closing. In SwiftUI a view
/// connects by `.task { await scope.connect() }`. One connection holds at a time: a further one ends the first,
/// which cancels the effects that were added to the first and no others.
///
/// ```swift
/// scope.add(page.reload())  // Runs until the view is closed.
/// ```
///
/// An effect that is added while nothing is connected runs all the same, is owned by the next connection, and
/// logs a warning: begin work in an action, not in an initializer.
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

  /// Connects until the calling task is cancelled or another connects; returns when every effect of the
  /// connection has ended.
  public func connect() async {
    let connection = open()
    await withTaskCancellationHandler {
      await connection.ended
    } onCancel: {
      MainActor.runNowIfPossible { connection.end() }
    }
    await close(connection)
  }

  /// Adds an effect, which is cancelled when the connection ends; at once if the view is closed already.
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
    while !effects.isEmpty {
      // All in one pass: to look for the first anew after each removal takes longer the more have ended.
      for (key, effect) in effects {
        await effect.completion
        effects[key] = nil
      }
    }
  }
}
