/// Yields while a condition holds. Use this function for conditions that are not observable.
///
/// - Throws: `CancellationError` if the task is cancelled, for example by the time limit of the test.
@MainActor
package func yield(while condition: @autoclosure () -> Bool) async throws {
  while condition() {
    try Task.checkCancellation()
    await Task.yield()
  }
}
