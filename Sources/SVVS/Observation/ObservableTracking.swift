import Observation

/// A tracking of the `@Observable` objects that one computation reads.
///
/// The Observation module ends a tracking only when one of the properties that were read changes. A tracking therefore
/// also reads a `TrackingEnd`. To end itself, the tracking changes the `TrackingEnd`. Otherwise, stores would keep the
/// trackings of closed views.
@MainActor
package final class ObservableTracking {
  private let end = TrackingEnd()
  private unowned let observer: any Observer
  /// The number of the computation.
  package let number: Int
  /// Whether the observer is to be notified of the next change.
  private var isWaiting = false

  /// Creates a tracking without dependencies. The observer must outlive the tracking.
  package init(for observer: any Observer, number: Int) {
    self.observer = observer
    self.number = number
  }

  /// Runs the computation, and replaces its dependencies. The observer is notified once, the first time that any of the
  /// new dependencies changes.
  package func track(_ computation: () -> Void) {
    cancel()
    isWaiting = true
    withObservationTracking {
      end.access()
      computation()
    } onChange: { [weak self] in
      MainActor.runNowIfPossible { self?.changed() }
    }
    // The computation may have cancelled the tracking before Observation installed it.
    if !isWaiting { end.change() }
  }

  /// Removes the dependencies.
  package func cancel() {
    guard isWaiting else { return }
    isWaiting = false
    end.change()
  }

  private func changed() {
    guard isWaiting else { return }
    isWaiting = false
    observer.changed(number)
  }

  /// Runs a computation, and sets `found` if the computation reads an `@Observable` object. Changes of the object cause
  /// no notification.
  ///
  /// `withObservationTracking` evaluates its second argument, and installs a tracking, only if such an object was read.
  /// The tracking stays until the next change of the object. There is at most one such tracking for each property of a
  /// view type.
  package static func detect(_ found: inout Bool, _ computation: () -> Void) {
    withObservationTracking(computation, onChange: emptyHandler(setting: &found))
  }

  private static func emptyHandler(setting found: inout Bool) -> @Sendable () -> Void {
    found = true
    return {}
  }
}

/// An object that a tracking reads. The tracking changes the object to end itself.
///
/// The class is not generic, so that its key path is a constant. For a generic class, the runtime creates the key path
/// at each use, which takes 16,000 instructions.
@MainActor
private final class TrackingEnd: Observable {
  private let registrar = ObservationRegistrar()

  private var property: Bool { false }

  func access() { registrar.access(self, keyPath: \.property) }

  func change() { registrar.withMutation(of: self, keyPath: \.property) {} }
}
