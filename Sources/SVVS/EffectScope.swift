import Logging

/// The owner of the effects of an open view. It cancels the effects when the view is closed.
///
/// If a view state stores a scope, the server connects the scope when it opens the view, and disconnects the scope when
/// the view is closed. A SwiftUI view connects its scope with `.task { await scope.connect() }`. A scope has one
/// connection at a time. A new connection ends the previous one, and cancels only the effects of the previous one.
///
/// ```swift
/// scope.add(page.reload())  // Runs until the view is closed.
/// ```
///
/// If several open view states store the same scope, for example because it belongs to a store, their effects are
/// cancelled when the last of these views is closed.
///
/// If an effect is added while the scope is not connected, the effect runs, the scope logs a warning, and the next
/// connection owns the effect. Therefore, start work in an action, not in an initializer.
@MainActor
public final class EffectScope {
  private static let logger = Logger(label: "svvs.effects")

  private var connection: Connection?
  /// Effects that were added while the scope was not connected.
  private let unowned = EffectSet()

  /// The number of open views that use the scope; nil until the first of them has opened.
  private var viewCount: Int?

  /// Creates a scope that is not connected.
  public init() {}

  /// Connects the scope until the calling task is cancelled or another connection begins.
  ///
  /// Returns when all effects of the connection have ended.
  public func connect() async {
    let connection = begin()
    await withTaskCancellationHandler {
      await connection.ended
    } onCancel: {
      MainActor.runNowIfPossible { connection.end() }
    }
    await close(connection)
  }

  /// Adds an effect. It is cancelled when the connection ends, or immediately if the view is already closed.
  public func add(_ effect: Effect) {
    guard case .task = effect else { return }
    if viewCount == 0 {
      effect.cancel()
      return unowned.insert(effect)
    }
    guard let connection, !connection.hasEnded else {
      EffectScope.logger.warning(
        "An effect was added to a scope that is not connected: the effect runs until the next connection ends.")
      return unowned.insert(effect)
    }
    connection.effects.insert(effect)
  }

  /// Connects the scope for an open view. Unlike ``connect()``, this needs no task that waits. If another open view uses
  /// the scope, it stays connected. Each view that calls this method must later call ``finish()`` once.
  package func open() {
    if viewCount ?? 0 == 0 { _ = begin() }
    viewCount = (viewCount ?? 0) + 1
  }

  /// Ends the connection for a view. If no other open view uses the scope, this cancels all effects. From then on, each
  /// effect that is added is cancelled immediately, until a view opens the scope again.
  package func finish() {
    guard let viewCount else { return }
    self.viewCount = viewCount - 1
    guard viewCount == 1 else { return }
    connection?.end()
    unowned.cancelAll()
  }

  /// Waits until all effects have ended. Returns at once if an open view uses the scope.
  package var ended: Void {
    get async {
      guard viewCount == 0 else { return }
      await connection?.effects.allEnded()
      await unowned.allEnded()
    }
  }

  private func begin() -> Connection {
    connection?.end()
    let next = Connection(adopting: unowned.removeAll())
    connection = next
    return next
  }

  private func close(_ ending: Connection) async {
    ending.end()
    if connection === ending { connection = nil }
    await ending.effects.allEnded()
  }

  /// A period during which the scope is connected.
  @MainActor
  package final class Connection {
    let effects = EffectSet()
    private(set) var hasEnded = false
    private var waiter: CheckedContinuation<Void, Never>?

    init(adopting effects: [Effect]) {
      for effect in effects { self.effects.insert(effect) }
    }

    /// Waits until ``end()`` is called. At most one caller may wait.
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

/// The effects in progress. An effect is removed when it has ended.
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
      // Waits in one pass over the dictionary: `effects.first` would skip all empty buckets again after each removal.
      for (key, effect) in effects {
        await effect.completion
        effects[key] = nil
      }
    }
  }
}
