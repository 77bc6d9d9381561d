/// A queue of received elements, with the tasks that wait for the next element.
@MainActor
final class Arrivals<Element: Sendable> {
  private(set) var all: [Element] = []
  private let waiters = Waiters()

  /// Adds an element to the queue.
  func add(_ element: Element) {
    all.append(element)
    waiters.check()
  }

  /// Removes and returns the first element. If there is none, waits for the next element.
  ///
  /// - Throws: `CancellationError` if the task is cancelled while it waits.
  func next() async throws -> Element {
    // Another task that waits may have taken the element.
    while all.isEmpty {
      try Task.checkCancellation()
      await waiters.wait { !self.all.isEmpty }
    }
    return all.removeFirst()
  }

  /// Removes and returns all elements.
  func takeAll() -> [Element] {
    defer { all = [] }
    return all
  }
}
