import Observation

/// Observes what one reading reads of `@Observable` objects, for readings that read any.
///
/// Observation offers no way to end a tracking but a change of something that it has read. So a tracking reads a
/// thing of our own, too, which is changed at its end: without that, stores would keep what closed views have read.
@MainActor
package final class ObservableTracking {
  private let end = TrackingEnd()
  private unowned let observer: any Observer
  /// Which reading it is.
  package let number: Int
  /// Whether a change is waited for.
  private var isWaiting = false

  /// Nothing is tracked yet; `observer` must live longer.
  package init(for observer: any Observer, number: Int) {
    self.observer = observer
    self.number = number
  }

  /// Runs `body`, and notifies the observer of the first change of what it has read, in place of what was read before.
  package func track(_ body: () -> Void) {
    cancel()
    isWaiting = true
    withObservationTracking {
      end.access()
      body()
    } onChange: { [weak self] in
      MainActor.runNowIfPossible { self?.changed() }
    }
    // What it has read may have cancelled it before it was there.
    if !isWaiting { end.come() }
  }

  /// Tracks nothing any more.
  package func cancel() {
    guard isWaiting else { return }
    isWaiting = false
    end.come()
  }

  private func changed() {
    guard isWaiting else { return }
    isWaiting = false
    observer.changed(number)
  }

  /// Runs `body`; `found` is set if it reads an `@Observable` object, whose changes are then missed.
  ///
  /// Observation evaluates its second argument only if such an object was read, and installs nothing otherwise. Where
  /// one was, an empty tracking stays until the next change of what was read: once for each property of a view type.
  package static func detect(_ found: inout Bool, _ body: () -> Void) {
    withObservationTracking(body, onChange: note(&found))
  }

  private static func note(_ found: inout Bool) -> @Sendable () -> Void {
    found = true
    return {}
  }
}

/// What is read by a tracking and changes at its end.
///
/// Its key path is a constant. That of a generic class is not: the runtime makes it anew each time it is
/// mentioned, in 16,000 instructions.
@MainActor
private final class TrackingEnd: Observable {
  private let registrar = ObservationRegistrar()

  private var hasCome: Bool { false }

  func access() { registrar.access(self, keyPath: \.hasCome) }

  func come() { registrar.withMutation(of: self, keyPath: \.hasCome) {} }
}
