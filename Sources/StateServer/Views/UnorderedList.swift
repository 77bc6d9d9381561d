/// An element of an ``UnorderedList``. An element can be in only one list at a time.
@MainActor
protocol Listed: AnyObject {
  /// The position in the list. Only the list changes it.
  var listPosition: ListPosition { get set }
}

extension Listed {
  /// Whether the element is in a list.
  var isListed: Bool { listPosition.index >= 0 }
}

/// The position of an element in its ``UnorderedList``, if it is in one.
struct ListPosition {
  fileprivate var index: Int32 = -1
}

/// A list of elements in unspecified order. Adding or removing an element takes constant time. The list takes eight
/// bytes for each element.
@MainActor
struct UnorderedList<Element: Listed> {
  private(set) var elements: [Element] = []

  var count: Int { elements.count }

  /// Adds an element, which must not be in a list.
  mutating func append(_ element: Element) {
    element.listPosition.index = Int32(elements.count)
    elements.append(element)
  }

  /// Removes an element, if it is in the list.
  mutating func remove(_ element: Element) {
    let index = Int(element.listPosition.index)
    guard index >= 0 else { return }
    element.listPosition = ListPosition()
    let last = elements.removeLast()
    if index < elements.count {
      elements[index] = last
      last.listPosition.index = Int32(index)
    } else if elements.isEmpty, elements.capacity > 1_000 {
      elements = []
    }
  }
}
