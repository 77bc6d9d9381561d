// These are the steps by which the change of one row in a long list becomes one operation of a patch. Their cost does
// not depend on the length of the list:
//
// 1. Each method of `ObservableArray` that changes the elements replaces one range of elements with new elements.
//    Before the replacement, every `ArrayChanges` that follows the array records the range and the elements in it.
// 2. `ArrayChanges` keeps the changed ranges as spans, which are in order and do not overlap. A span has a start, the
//    current count of its elements, and its old elements: the ones that it had when the array was last sent to the
//    front end. Adjacent spans are joined. If there are more than 1,000 spans, all of them are joined into one. The
//    record is therefore never larger than the array, and usually consists of one span.
// 3. A subscription has an `ArrayRecord` (StateServer) for each property that shows such an array. To write the
//    changes, the record encodes the old and the new elements of each span. It does not encode the elements between the
//    spans.
// 4. `JSONPatch` (JSON) makes operations from the encoded elements. It identifies elements by their `id`, if they have
//    one, so that a move within a span is one operation instead of many. If an id occurs in two spans, an element has
//    moved from one span to another, and the whole array is compared.
// 5. After the change has been sent, `ArrayChanges.removeAll()` empties the record.
//
// With the delivery `properties`, the whole array is encoded, like a plain array. When a property begins to show
// another array, the elements that were last sent are restored from the old array, once. They are then compared as text
// with the elements of the other array.

/// The changes of an array since it was last sent. The changed elements are stored as spans, each with the elements
/// that it replaced.
@MainActor
package final class ArrayChanges<Element> {
  /// The elements of a span, before and after the changes.
  package struct Difference {
    /// The index of the first element, after the preceding differences have been applied.
    package let start: Int
    /// The elements before the changes.
    package let old: [Element]
    /// The elements after the changes.
    package let new: [Element]
  }

  /// The maximum number of spans. If there are more, they are joined into one: searching more spans would take
  /// longer than comparing the elements between them.
  private static var maximumCount: Int { 1000 }

  /// The spans, in order and without overlap.
  private var spans: [Span] = []

  /// The number of changes recorded so far.
  package private(set) var revision = 0

  /// Creates an empty record.
  package init() {}

  /// Whether there are no changes.
  package var isEmpty: Bool { spans.isEmpty }

  /// Records that a range of elements is about to be replaced by `count` new elements.
  func willReplace(_ range: Range<Int>, byCount count: Int, in elements: [Element]) {
    guard !range.isEmpty || count > 0 else { return }
    revision += 1
    if spans.count > ArrayChanges.maximumCount, let whole = joined(in: elements) { spans = [whole] }
    let first = spans.firstIndex { $0.end >= range.lowerBound } ?? spans.endIndex
    let last = spans[first...].firstIndex { $0.start > range.upperBound } ?? spans.endIndex
    var span = Span(start: range.lowerBound)
    // Removes the span from the array while it is changed, so that its old elements are not copied.
    if first < last { swap(&span, &spans[first]) }
    span.cover(from: range.lowerBound, notBefore: first > 0 ? spans[first - 1].end : 0, in: elements)
    for next in spans[first..<last].dropFirst() { span.join(next, in: elements) }
    span.cover(to: range.upperBound, in: elements)
    span.count += count - range.count
    spans.replaceSubrange(first..<last, with: span.isEmpty ? [] : [span])
    for index in spans.indices where spans[index].start > span.start { spans[index].start += count - range.count }
  }

  /// The differences, in order.
  package func differences(in elements: [Element]) -> [Difference] {
    spans.map { Difference(start: $0.start, old: $0.old, new: Array(elements[$0.start..<$0.end])) }
  }

  /// The elements before the changes.
  package func undone(in elements: [Element]) -> [Element] {
    guard let whole = joined(in: elements) else { return elements }
    return elements[..<whole.start] + whole.old + elements[whole.end...]
  }

  /// Removes all changes.
  package func removeAll() {
    // The old elements are released last, because their deinitializers may run any code.
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
  /// A range of the current elements, and the elements that it replaced.
  private struct Span {
    var start: Int
    var count = 0
    var old: [Element] = []

    var end: Int { start + count }

    /// Whether the span had no elements and has none now.
    var isEmpty: Bool { count == 0 && old.isEmpty }

    /// Extends the span down to an index.
    mutating func cover(from index: Int, notBefore limit: Int, in elements: [Element]) {
      guard index < start else { return }
      // Doubles the length of the span. If elements are then removed one by one from the end of the array, the old
      // elements of the span are seldom moved.
      let first = max(limit, index - old.count)
      old.insert(contentsOf: elements[first..<start], at: 0)
      (start, count) = (first, end - first)
    }

    /// Extends the span up to an index.
    mutating func cover(to index: Int, in elements: [Element]) {
      guard index > end else { return }
      old.append(contentsOf: elements[end..<index])
      count = index - start
    }

    /// Adds a later span, and the elements between the two spans, to this span.
    mutating func join(_ next: Span, in elements: [Element]) {
      cover(to: next.start, in: elements)
      old += next.old
      count += next.count
    }
  }
}
