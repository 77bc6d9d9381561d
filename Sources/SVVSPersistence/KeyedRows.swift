import JSON
import SVVS

/// An array of the rows of a query, in the order of their keys.
@MainActor
final class KeyedRows<Element: JSONEncodable> {
  let elements = ObservableArray<Element>()
  /// The keys of the rows, in the order of ``elements``.
  private var keys: [Int] = []

  /// Shows all rows of the query. Replaces the range from the first to the last row that differs.
  func show(_ rows: [(key: Int, element: Element)]) {
    let isSame = { (index: Int, row: (key: Int, element: Element)) in
      self.keys[index] == row.key && KeyedRows.areSame(self.elements.current[index], row.element)
    }
    let same = zip(keys.indices, rows).prefix(while: isSame).count
    let (old, new) = (keys.indices.dropFirst(same), rows.dropFirst(same))
    let sameAtEnd = zip(old.reversed(), new.reversed()).prefix(while: isSame).count
    replace(same..<(keys.count - sameAtEnd), with: new.dropLast(sameAtEnd))
  }

  /// Shows one row. `element` is nil if the query does not return the row.
  func show(_ element: Element?, at key: Int) {
    let index = index(of: key)
    let isShown = index < keys.count && keys[index] == key
    if isShown, let element, KeyedRows.areSame(elements.current[index], element) { return }
    replace(index..<(isShown ? index + 1 : index), with: element.map { [(key, $0)] } ?? [])
  }

  private func replace(_ range: Range<Int>, with rows: some Collection<(key: Int, element: Element)>) {
    keys.replaceSubrange(range, with: rows.map(\.key))
    elements.replaceSubrange(range, with: rows.map(\.element))
  }

  /// Whether front ends receive the same text for both elements. `==` would ignore a change from one Unicode form of a
  /// text to another.
  private static func areSame(_ first: Element, _ second: Element) -> Bool {
    first.jsonText == second.jsonText
  }

  /// The index of the first key that is not less than `key`.
  private func index(of key: Int) -> Int {
    var range = keys.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = keys[middle] < key ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}
