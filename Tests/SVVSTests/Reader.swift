@testable import SVVS

/// One reading, and how often it was notified.
@MainActor
final class Reader: Observer {
  private(set) var noticeCount = 0
  private var reading = Reading()

  isolated deinit { reading.end() }

  /// Observes what `body` reads, in place of what was read before.
  func read(_ body: () -> Void) {
    reading = reading.take().renewed(by: self, number: 0, body)
  }

  func changed(_ reading: Int) { noticeCount += 1 }

  func end() { reading.end() }

  /// Forgets its notices.
  func reset() { noticeCount = 0 }
}
