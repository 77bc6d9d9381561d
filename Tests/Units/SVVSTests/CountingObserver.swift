@testable import SVVS

/// An observer of one computation. It counts the notifications that it receives.
@MainActor
final class CountingObserver: Observer {
  private(set) var notificationCount = 0
  private var dependencies = Dependencies()

  isolated deinit { dependencies.removeAll() }

  /// Runs a computation. Its dependencies replace the dependencies of the previous computation.
  func read(_ body: () -> Void) {
    dependencies = dependencies.take().renewed(by: self, number: 0, body)
  }

  func changed(_ computation: Int) { notificationCount += 1 }

  func end() { dependencies.removeAll() }

  /// Resets the count of notifications.
  func reset() { notificationCount = 0 }
}
