import Dispatch
import SVVSPersistence

/// A write that keeps others waiting until the test ends it.
@MainActor
struct HeldWrite {
  private let gate = DispatchSemaphore(value: 0)

  /// Begins; what is written afterwards waits.
  func begin(in database: AppDatabase) {
    Task.immediate { [gate] in try await database.write { _ in gate.wait() } }
  }
  func end() { gate.signal() }
}
