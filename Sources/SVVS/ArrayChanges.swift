/// What has changed in an array since someone was last told of it.
///
/// Elements that are replaced one by one are kept one by one, as they were. Insertions and removals
/// are kept as one span, from the first to the last of them.
@MainActor
final class ArrayChanges<Element> {
  /// Neighbours, as they were and as they are.
  struct Difference {
    /// The index of the first, the same before and after.
    let start: Int
    let old: [Element]
    let new: [Element]
  }

  /// The elements that were replaced, as they were, by index; none while there is a span.
  private var replaced: [Int: Element] = [:]
  private var span: Span?

  /// Notes that a range of elements is about to be replaced by a number of others.
  func note(_ range: Range<Int>, replacedBy count: Int, in elements: [Element]) {
    if span == nil, range.count == 1, count == 1 {
      if replaced[range.lowerBound] == nil { replaced[range.lowerBound] = elements[range.lowerBound] }
      return
    }
    var span = span ?? spanOfReplaced(in: elements) ?? Span(start: range.lowerBound)
    self.span = nil  // so that its elements are not copied
    span.cover(range, in: elements)
    span.count += count - range.count
    self.span = span
  }

  /// What differs, in the order of the elements as they are now.
  func differences(in elements: [Element]) -> [Difference] {
    if let span {
      return [Difference(start: span.start, old: span.old, new: Array(elements[span.start..<span.end]))]
    }
    return replaced.sorted { $0.key < $1.key }.map { index, old in
      Difference(start: index, old: [old], new: [elements[index]])
    }
  }

  /// What the elements were before.
  func undone(in elements: [Element]) -> [Element] {
    var before = elements
    for difference in differences(in: elements) {
      before.replaceSubrange(difference.start..<(difference.start + difference.new.count), with: difference.old)
    }
    return before
  }

  /// Forgets all changes.
  func removeAll() {
    replaced.removeAll(keepingCapacity: true)
    span = nil
  }

  private func spanOfReplaced(in elements: [Element]) -> Span? {
    guard let first = replaced.keys.min(), let last = replaced.keys.max() else { return nil }
    var span = Span(start: first)
    span.cover(first..<(last + 1), in: elements)
    for (index, element) in replaced { span.old[index - first] = element }
    replaced = [:]
    return span
  }
}

extension ArrayChanges {
  /// A range of the elements, and what stood there before.
  private struct Span {
    var start: Int
    /// How many elements stand there now.
    var count = 0
    var old: [Element] = []

    var end: Int { start + count }

    /// Grows until a range of the elements is inside.
    mutating func cover(_ range: Range<Int>, in elements: [Element]) {
      if range.lowerBound < start {
        // Twice as far as before, so that removals one by one from the end do not move all of them each time.
        let first = max(0, range.lowerBound - old.count)
        old.insert(contentsOf: elements[first..<start], at: 0)
        (start, count) = (first, end - first)
      }
      if range.upperBound > end {
        old.append(contentsOf: elements[end..<range.upperBound])
        count = range.upperBound - start
      }
    }
  }
}
