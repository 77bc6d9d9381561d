/// A queue of received elements, with the tasks that wait for the next element.
@MainActor
final class Arrivals<Element: Sendable> {
  private(set) var all: [Element] = []
  private var waiters: [CheckedContinuation<Element, Never>] = []

  /// Passes an element to the first task that waits. If no task waits, adds the element to the queue.
  func add(_ element: Element) {
    if waiters.isEmpty { all.append(element) } else { waiters.removeFirst().resume(returning: element) }
  }

  /// Removes and returns the first element. If there is none, waits for the next element.
  func next() async -> Element {
    all.isEmpty ? await withCheckedContinuation { waiters.append($0) } : all.removeFirst()
  }

  /// Removes and returns all elements.
  func takeAll() -> [Element] {
    defer { all = [] }
    return all
  }
}
