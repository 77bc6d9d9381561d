/// Says how long the stores of a ``StoreScope`` last: to work that waits meanwhile, to views, and to scopes within.
///
/// A view state that stores one lives no longer: when the scope ends, the server closes the view in the same step,
/// and nothing of it is sent any more. So what the view shows need not be optional:
///
/// ```swift
/// /// How long the reading list is. Closed when the login ends in which it was opened.
/// @MainActor @ViewState("summary")
/// final class SummaryViewState {
///   var count: Int { list.entries.count }
///   private(set) var additions = 0
///
///   private let list: ReadingList
///   private let lifetime: ScopeLifetime
///
///   init(login: StoreScope<ReadingList>) throws {
///     guard let list = login.current else { throw ViewRefusal("Log in first.") }
///     (self.list, lifetime) = (list, login.lifetime)
///   }
/// ```
///
/// Which lifetime that is, if any, is asked once, when the view is opened.
@MainActor
public final class ScopeLifetime {
  /// Whether the scope has ended, or begun anew, since the stores were made.
  public private(set) var isOver = false

  /// What is to be called at the end, by a number each.
  private var observers: [Int: @MainActor () -> Void] = [:]
  private var lastNumber = 0

  init() {}

  /// Throws `CancellationError` if the scope has ended since, as `Task.checkCancellation()` does for a task.
  public func check() throws {
    if isOver { throw CancellationError() }
  }

  /// Calls `body` once when the scope ends, unless what this returns was released before.
  package func onEnd(_ body: @escaping @MainActor () -> Void) -> EndObservation {
    lastNumber += 1
    observers[lastNumber] = body
    return EndObservation(of: self, number: lastNumber)
  }

  /// Ends, and calls those who wait for that, in the order in which they came.
  func end() {
    isOver = true
    // One by one: what one does may release others.
    for number in observers.keys.sorted() { observers.removeValue(forKey: number)?() }
  }

  /// Waits for the end of a lifetime for as long as this object lives.
  @MainActor
  package final class EndObservation {
    private let lifetime: ScopeLifetime
    private let number: Int

    fileprivate init(of lifetime: ScopeLifetime, number: Int) {
      self.lifetime = lifetime
      self.number = number
    }

    isolated deinit { lifetime.observers[number] = nil }
  }
}
