import SVVS
import StateProtocol

/// An operation that ends views. It cancels the work of the views, waits up to a time limit for the work to end, and
/// then closes the views.
///
/// After the time limit, the calls are answered. Work that has not ended continues, but nothing waits for it any
/// longer.
@MainActor
final class Ending {
  private let endings: Endings
  private let limit: TimeLimit
  /// The earlier endings that this ending waits for.
  private var earlier: [Ending] = []
  private var task: Task<Void, Never>?

  /// Creates an ending.
  ///
  /// - Parameter endings: The endings to which this ending is added when it begins.
  init(in endings: Endings) {
    self.endings = endings
    limit = TimeLimit(endings.timeout)
  }

  /// Begins to end views. If another ending already ends one of the views, this ending does not end that view, but
  /// waits for the other ending.
  ///
  /// - Parameters:
  ///   - earlier: Further endings to wait for.
  ///   - call: A call to wait for without cancelling it.
  ///   - close: Called when the work has ended, with the views that this ending ends.
  func begin(
    _ views: [View], after earlier: [Ending] = [], reason: CancellationReason, awaiting call: Call? = nil,
    then close: @escaping @MainActor ([View]) -> Void = { _ in }
  ) {
    let others = (views.compactMap(\.ending) + earlier).map { (ObjectIdentifier($0), $0) }
    self.earlier = Array(Dictionary(others) { first, _ in first }.values)
    var ending: [View] = []
    var calls: [Call] = []
    var scopes: [EffectScope] = []
    for view in views where view.ending == nil {
      view.beginEnding(self)
      ending.append(view)
      if view.hasCalls { calls += view.calls }
      if let scope = view.effectScope { scopes.append(scope) }
    }
    endings.add(self)
    task = Task.immediate { [ending, calls, scopes] in
      await cancel(calls, scopes: scopes, reason: reason)
      for ending in self.earlier { await ending.completion }
      self.earlier = []
      if let call { _ = await TimeLimit(endings.timeout).wait { await call.settlement } }
      close(ending)
      endings.remove(self)
    }
  }

  /// Cancels calls and the effects of scopes. Returns when they have ended, or when the time limit is over.
  func cancel(_ calls: [Call], scopes: [EffectScope], reason: CancellationReason) async {
    guard !calls.isEmpty || !scopes.isEmpty else { return }
    for call in calls { call.cancel(reason) }
    for scope in scopes { scope.finish() }
    let isInTime = await limit.wait {
      for scope in scopes { await scope.ended }
      for call in calls {
        await call.workEnd
        await call.settlement
      }
    }
    if !isInTime { for call in calls { call.settle() } }
  }

  /// Waits until the views are closed.
  var completion: Void {
    get async { await task?.value }
  }

  /// Stops waiting for the work. The endings that this ending waits for also stop waiting.
  func stopWaiting() {
    // The chain of earlier endings may be too long for recursion.
    var waiting = [self]
    while let ending = waiting.popLast() {
      if ending.limit.cutShort() { waiting += ending.earlier }
    }
  }
}

/// The endings in progress that the end of a connection, or of the process, waits for.
@MainActor
final class Endings {
  /// The time for which each ending waits for cancelled work.
  let timeout: Duration

  private var inProgress: [ObjectIdentifier: Ending] = [:]
  /// Called when the last ending has ended.
  private let emptied: @MainActor () -> Void

  init(timeout: Duration, emptied: @escaping @MainActor () -> Void = {}) {
    self.timeout = timeout
    self.emptied = emptied
  }

  var isEmpty: Bool { inProgress.isEmpty }

  /// Waits until no ending is in progress.
  var completion: Void {
    get async { while let ending = inProgress.first?.value { await ending.completion } }
  }

  /// The endings in progress.
  var all: [Ending] { Array(inProgress.values) }

  /// Adds endings that began on another connection to the endings that are waited for.
  func wait(for others: [Ending]) {
    if !others.isEmpty { Ending(in: self).begin([], after: others, reason: .viewClosed) }
  }

  fileprivate func add(_ ending: Ending) { inProgress[ObjectIdentifier(ending)] = ending }

  fileprivate func remove(_ ending: Ending) {
    inProgress[ObjectIdentifier(ending)] = nil
    if isEmpty { emptied() }
  }
}
