/// What has come and was not taken, and who waits for what comes next.
@MainActor
final class Arrivals<Element: Sendable> {
  private(set) var all: [Element] = []
  private var waiters: [CheckedContinuation<Element, Never>] = []

  /// Takes in what has come.
  func add(_ element: Element) {
    if waiters.isEmpty { all.append(element) } else { waiters.removeFirst().resume(returning: element) }
  }

  /// Returns the next, and waits for it if there is none.
  func next() async -> Element {
    all.isEmpty ? await withCheckedContinuation { waiters.append($0) } : all.removeFirst()
  }

  /// Returns all that has come.
  func takeAll() -> [Element] {
    defer { all = [] }
    return all
  }
}
