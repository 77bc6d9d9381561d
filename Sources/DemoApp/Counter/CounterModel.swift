import SVVS

/// The number that all counters show. Lives as long as the process.
@MainActor @Observable
final class CounterModel {
  private(set) var count = 0

  /// Adds to the count, which stops at the largest and the smallest integer.
  func increment(by amount: Int) {
    let (sum, overflow) = count.addingReportingOverflow(amount)
    count = overflow ? (amount > 0 ? .max : .min) : sum
  }
}
