@testable import SVVS

/// An observer of one computation, which counts its notifications.
@MainActor
final class CountingObserver: Observer {
  private(set) var notificationCount = 0
  private var dependencies = Dependencies()

  isolated deinit { dependencies.removeAll() }

  /// Runs a computation, whose dependencies replace those of the last one.
  func read(_ body: () -> Void) {
    dependencies = dependencies.take().renewed(by: self, number: 0, body)
  }

  func changed(_ computation: Int) { notificationCount += 1 }

  func end() { dependencies.removeAll() }

  /// Resets the count of notifications.
  func reset() { notificationCount = 0 }
}
