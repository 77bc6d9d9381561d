import SVVS
import StateProtocol

/// An operation that ends views. It cancels the work of the views, waits up to a time limit for the work to end, and
/// then closes the views.
///
/// After the time limit, the calls are answered. Work that has not ended continues, but nothing waits for it any
/// longer.
@MainActor
final class Ending {
  /// The sets of endings in progress that this ending belongs to.
  fileprivate var sets: [Endings] = []
  private let deadline: Deadline
  /// The earlier endings that this ending waits for.
  private var earlier: [Ending] = []
  private var task: Task<Void, Never>?

  /// Creates an ending, and adds it to `endings` and to further endings in progress. It must then begin.
  init(in endings: Endings, and others: [Endings] = []) {
    deadline = Deadline(after: endings.timeout)
    endings.wait(for: self)
    for other in others { other.wait(for: self) }
  }

  /// Begins to end views. If another ending already ends one of the views, this ending does not end that view, but
  /// waits for the other ending.
  ///
  /// - Parameters:
  ///   - calls: Further calls to cancel.
  ///   - spared: A call to wait for without cancelling it.
  ///   - close: Called when the work has ended, with the views that this ending ends.
  func begin(
    _ views: [View] = [], cancelling calls: [Call] = [], reason: CancellationReason, awaiting spared: Call? = nil,
    then close: @escaping @MainActor ([View]) -> Void = { _ in }
  ) {
    let others = views.compactMap(\.ending).map { (ObjectIdentifier($0), $0) }
    earlier = Array(Dictionary(others) { first, _ in first }.values)
    var ending: [View] = []
    var calls = calls
    var scopes: [EffectScope] = []
    for view in views where view.ending == nil {
      view.beginEnding(self)
      ending.append(view)
      if view.hasCalls { calls += view.calls }
      if let scope = view.effectScope { scopes.append(scope) }
    }
    task = Task.immediate { [ending, calls, scopes] in
      await cancel(calls, scopes: scopes, reason: reason, awaiting: spared)
      for ending in earlier { await ending.completion }
      earlier = []
      close(ending)
      for set in sets { set.remove(self) }
      sets = []
    }
  }

  /// Cancels calls and the effects of scopes. Returns when they and `spared` have ended, or when the time limit is over.
  private func cancel(
    _ calls: [Call], scopes: [EffectScope], reason: CancellationReason, awaiting spared: Call?
  ) async {
    guard !calls.isEmpty || !scopes.isEmpty || spared != nil else { return }
    for call in calls { call.cancel(reason) }
    for scope in scopes { scope.finish() }
    let isInTime = await deadline.wait {
      for scope in scopes { await scope.ended }
      for call in calls { await call.workEnded }
      await spared?.workEnded
    }
    if !isInTime { for call in calls { call.settle() } }
  }

  /// Waits until the views are closed.
  var completion: Void {
    get async { await task?.value }
  }

  /// Stops waiting for the work. The endings that this ending waits for also stop waiting.
  func stopWaiting() {
    deadline.pass()
    for ending in earlier { ending.stopWaiting() }
  }
}

/// The endings in progress that the end of a connection, or of the process, waits for. An ending may be in several sets.
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

  /// Adds an ending that is in progress, or that is about to begin.
  func wait(for ending: Ending) {
    inProgress[ObjectIdentifier(ending)] = ending
    ending.sets.append(self)
  }

  fileprivate func remove(_ ending: Ending) {
    inProgress[ObjectIdentifier(ending)] = nil
    if isEmpty { emptied() }
  }
}
