/// What has changed in an array since someone was last told of it: spans of neighbours, with what
/// stood there before.
@MainActor
package final class ArrayChanges<Element> {
  /// Neighbours, as they were and as they are.
  package struct Difference {
    /// The index of the first, once the differences before it have been made up for.
    package let start: Int
    /// The elements before.
    package let old: [Element]
    /// The elements in their place.
    package let new: [Element]
  }

  /// More spans than this become one: to look for a place among more would take longer than to compare
  /// what lies between.
  private static var maximumCount: Int { 1000 }

  /// In order, and none overlaps another.
  private var spans: [Span] = []

  /// No changes.
  package init() {}

  /// Notes that a range of elements is about to be replaced by a number of others.
  func note(_ range: Range<Int>, replacedBy count: Int, in elements: [Element]) {
    guard !range.isEmpty || count > 0 else { return }
    if spans.count > ArrayChanges.maximumCount, let whole = joined(in: elements) { spans = [whole] }
    let first = spans.firstIndex { $0.end >= range.lowerBound } ?? spans.endIndex
    let last = spans[first...].firstIndex { $0.start > range.upperBound } ?? spans.endIndex
    var span = Span(start: range.lowerBound)
    // Taken out of the array, so that its elements are not copied.
    if first < last { swap(&span, &spans[first]) }
    span.cover(from: range.lowerBound, notBefore: first > 0 ? spans[first - 1].end : 0, in: elements)
    for next in spans[first..<last].dropFirst() { span.join(next, in: elements) }
    span.cover(to: range.upperBound, in: elements)
    span.count += count - range.count
    spans.replaceSubrange(first..<last, with: span.isEmpty ? [] : [span])
    for index in spans.indices where spans[index].start > span.start { spans[index].start += count - range.count }
  }

  /// What differs, in order.
  package func differences(in elements: [Element]) -> [Difference] {
    spans.map { Difference(start: $0.start, old: $0.old, new: Array(elements[$0.start..<$0.end])) }
  }

  /// What the elements were before.
  package func undone(in elements: [Element]) -> [Element] {
    guard let whole = joined(in: elements) else { return elements }
    return elements[..<whole.start] + whole.old + elements[whole.end...]
  }

  /// Forgets all changes.
  package func removeAll() { spans.removeAll(keepingCapacity: true) }

  private func joined(in elements: [Element]) -> Span? {
    guard var whole = spans.first else { return nil }
    for next in spans.dropFirst() { whole.join(next, in: elements) }
    return whole
  }
}

extension ArrayChanges {
  /// A range of the elements as they are now, and what stood there before.
  private struct Span {
    var start: Int
    var count = 0
    var old: [Element] = []

    var end: Int { start + count }

    /// Whether nothing was there, and nothing is.
    var isEmpty: Bool { count == 0 && old.isEmpty }

    /// Grows down to an index.
    mutating func cover(from index: Int, notBefore limit: Int, in elements: [Element]) {
      guard index < start else { return }
      // Twice as far as it is long: with removals one by one from the end, its elements move seldom.
      let first = max(limit, index - old.count)
      old.insert(contentsOf: elements[first..<start], at: 0)
      (start, count) = (first, end - first)
    }

    /// Grows up to an index.
    mutating func cover(to index: Int, in elements: [Element]) {
      guard index > end else { return }
      old.append(contentsOf: elements[end..<index])
      count = index - start
    }

    /// Grows by one behind it, and what lies between.
    mutating func join(_ next: Span, in elements: [Element]) {
      cover(to: next.start, in: elements)
      old += next.old
      count += next.count
    }
  }
}
