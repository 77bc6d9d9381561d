/// The lifetime of the stores of a ``StoreScope`` (for example, the time from login to logout).
///
/// A view state with a property of this type lives no longer than the stores. When the scope ends, the server closes the
/// view in the same step, and sends no further changes of the view. The properties of the view therefore need not be
/// optional:
///
/// ```swift
/// /// The length of the reading list. The server closes the view when the login ends.
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
/// The server reads the property once, when it opens the view. Work that suspends must call ``check()`` before it writes
/// to a database, or to any other place that outlives the scope.
@MainActor
public final class ScopeLifetime {
  /// Whether the scope has ended, or has begun again with other stores.
  public private(set) var isOver = false

  /// The closures to call when the lifetime ends. Their keys are numbers in the order of their registration.
  private var observers: [Int: @MainActor () -> Void] = [:]
  private var lastNumber = 0

  init() {}

  /// Throws `CancellationError` if the lifetime is over, as `Task.checkCancellation()` does if the task is cancelled.
  public func check() throws {
    if isOver { throw CancellationError() }
  }

  /// Calls `body` once when the lifetime ends, unless the returned observation is released earlier.
  package func onEnd(_ body: @escaping @MainActor () -> Void) -> EndObservation {
    lastNumber += 1
    observers[lastNumber] = body
    return EndObservation(of: self, number: lastNumber)
  }

  /// Ends the lifetime, and calls the observers in the order of their registration.
  func end() {
    isOver = true
    // Looks up each observer again, because one observer may release another.
    for number in observers.keys.sorted() { observers.removeValue(forKey: number)?() }
  }

  /// A registration of a closure that is called when a lifetime ends. Releasing the registration removes the closure.
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
