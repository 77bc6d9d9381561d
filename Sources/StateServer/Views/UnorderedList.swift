/// An element of an ``UnorderedList``, one at a time.
@MainActor
protocol Listed: AnyObject {
  /// Its position in the list; only the list changes it.
  var listPosition: ListPosition { get set }
}

extension Listed {
  /// Whether it is in a list.
  var isListed: Bool { listPosition.index >= 0 }
}

/// Where an element is in its ``UnorderedList``, if it is in one.
struct ListPosition {
  fileprivate var index: Int32 = -1
}

/// Elements in no order: to add or to remove one takes the same time however many there are, and eight bytes.
@MainActor
struct UnorderedList<Element: Listed> {
  private(set) var elements: [Element] = []

  var count: Int { elements.count }

  /// Adds an element that is in no list.
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
