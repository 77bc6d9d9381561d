// How a change of one row in a long list becomes a step of a patch, at the price of that row:
//
// 1. `ObservableArray` is changed by its methods, each of which says which range is replaced by how many elements.
//    Before it does so, every `ArrayChanges` that follows it notes the range, with the elements that stood there.
// 2. `ArrayChanges` keeps spans of neighbours that have changed, in order, none overlapping: where each begins, how
//    many elements it has now, and the elements that stood there when the front end was last sent the array. Spans that
//    touch are joined; more than 1,000 become one. So what is noted is never more than the array, and usually one span.
// 3. A subscription has an `ArrayRecord` for each property that shows such an array (StateServer/Observation). Asked for
//    what changed, it encodes the old and the new elements of each span, and nothing in between.
// 4. `JSONPatch(betweenParts:)` (JSON, DifferingElements) makes steps of those texts: elements with an `id` are told apart
//    by it, so that one that was moved within a span is not many that changed. Where an id occurs in two spans, an
//    element has moved far: then the whole array is compared.
// 5. When the change was sent, `ArrayChanges.removeAll()` begins anew.
//
// With the delivery `properties` the array is encoded whole, as a plain one is. When a property shows another array than
// before, what was sent is undone from the old one once, and compared as text.

/// What has changed in an array since somebody was last sent it: spans of neighbours, with what
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

  /// Differs after each change.
  package private(set) var revision = 0

  /// No changes.
  package init() {}

  /// Whether there are none.
  package var isEmpty: Bool { spans.isEmpty }

  /// Notes that a range of elements is about to be replaced by a number of others.
  func note(_ range: Range<Int>, replacedBy count: Int, in elements: [Element]) {
    guard !range.isEmpty || count > 0 else { return }
    revision += 1
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
  package func removeAll() {
    // Released when nothing here is being changed any more: its end may run anybody's code.
    let ended = spans
    spans = []
    withExtendedLifetime(ended) {}
  }

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
