import SVVS
import StateProtocol

/// The end of some views: their work is cancelled and waited for up to a time limit, and then they are closed.
///
/// Work that has not ended by then goes on unattended, and its calls get their replies.
@MainActor
final class Ending {
  private let endings: Endings
  private let limit: TimeLimit
  /// Endings of other views that had begun before, and that this one waits for.
  private var earlier: [Ending] = []
  private var task: Task<Void, Never>?

  /// Creates an ending that others wait for with a connection or the process.
  init(in endings: Endings) {
    self.endings = endings
    limit = TimeLimit(endings.timeout)
  }

  /// Begins to end views. Those that are being ended already are left to the earlier ending, which this one waits for.
  ///
  /// - Parameters:
  ///   - earlier: Further endings to wait for.
  ///   - call: A call to wait for, though it is not cancelled.
  ///   - close: Called with the views when all has ended.
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
      if let call { _ = await TimeLimit(endings.timeout).wait { await call.settlement } }
      close(ending)
      endings.remove(self)
    }
  }

  /// Cancels calls and what effect scopes own, and returns when all has ended or the time is over.
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

  /// Waits for the work no longer. The endings that this one waits for are hurried, too.
  func hurry() {
    guard limit.cutShort() else { return }
    for ending in earlier { ending.hurry() }
  }
}

/// The endings in progress that the end of one connection, or of the process, waits for.
@MainActor
final class Endings {
  /// How long each waits for work that was cancelled.
  let timeout: Duration

  private var inProgress: [ObjectIdentifier: Ending] = [:]
  /// Called when the last has ended.
  private let emptied: @MainActor () -> Void

  init(timeout: Duration, emptied: @escaping @MainActor () -> Void = {}) {
    self.timeout = timeout
    self.emptied = emptied
  }

  var isEmpty: Bool { inProgress.isEmpty }

  /// Waits until none is in progress.
  var completion: Void {
    get async { while let ending = inProgress.first?.value { await ending.completion } }
  }

  fileprivate func add(_ ending: Ending) { inProgress[ObjectIdentifier(ending)] = ending }

  fileprivate func remove(_ ending: Ending) {
    inProgress[ObjectIdentifier(ending)] = nil
    if isEmpty { emptied() }
  }
}
