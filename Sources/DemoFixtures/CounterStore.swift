import SVVS
import SVVSPersistence

/// The number that all counters show. Lives as long as the process.
@MainActor @Store
final class CounterStore {
  private(set) var count: Int
  /// Where the counters of the next process start.
  var startCount: Int { storedStart.value }

  private let storedStart: StoredSetting<Int>

  init(startCount: StoredSetting<Int>) {
    storedStart = startCount
    count = startCount.value
  }

  /// Stores where the counters of the next process start.
  func setStartCount(_ count: Int) async throws { try await storedStart.set(count) }

  /// Adds to the count, which stops at the largest and the smallest integer.
  func increment(by amount: Int) {
    let (sum, overflow) = count.addingReportingOverflow(amount)
    count = overflow ? (amount > 0 ? .max : .min) : sum
  }
}
