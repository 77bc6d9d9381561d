import SVVS
import SVVSPersistence

/// The number that all counters share. Lives as long as the process.
@MainActor @Store
final class CounterStore {
  private(set) var count: Int
  /// The initial number in the next process.
  var startCount: Int { storedStart.value }

  private let storedStart: StoredSetting<Int>

  init(startCount: StoredSetting<Int>) {
    storedStart = startCount
    count = startCount.value
  }

  /// Stores the initial number for the next process.
  func setStartCount(_ count: Int) async throws { try await storedStart.set(count) }

  /// Adds to the count. It is limited to the largest and the smallest integer.
  func increment(by amount: Int) {
    let (sum, overflow) = count.addingReportingOverflow(amount)
    count = overflow ? (amount > 0 ? .max : .min) : sum
  }
}
