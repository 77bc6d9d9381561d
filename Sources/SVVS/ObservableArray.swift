/// An array that knows what changed in it: to tell of one element costs the same in a list of ten and in
/// one of a hundred thousand.
///
/// A property that shows a plain array is written and compared as a whole whenever one of its elements
/// changes. Of an observable array only what was replaced, inserted or removed is looked at. For views
/// that are opened with the delivery `patch` that is all the work there is; other views are sent the whole.
///
/// ```swift
/// @MainActor @Observable @ViewState("log")
/// final class LogViewState {
///   let lines = ObservableArray<Line>()
///
///   @Action func mark(index: Int) { lines[index].isMarked = true }
/// }
/// ```
@MainActor
public final class ObservableArray<Element>: Observable {
  /// The elements, not observed.
  private(set) var current: [Element]
  private var followers: [ArrayChanges<Element>] = []
  private let point = ObservationPoint()

  /// An array of elements.
  public init(_ elements: [Element] = []) {
    current = elements
  }

  /// The elements. Setting them replaces all.
  public var elements: [Element] {
    get {
      access()
      return current
    }
    set { replaceSubrange(current.indices, with: newValue) }
  }

  /// How many elements there are.
  public var count: Int { elements.count }

  /// The element at an index, which must be less than `count`.
  public subscript(index: Int) -> Element {
    get { elements[index] }
    set { replaceSubrange(index..<(index + 1), with: [newValue]) }
  }

  /// Adds an element at the end.
  public func append(_ element: Element) { append(contentsOf: [element]) }

  /// Adds elements at the end.
  public func append(contentsOf elements: [Element]) {
    replaceSubrange(current.endIndex..<current.endIndex, with: elements)
  }

  /// Inserts an element before the one at an index, or at the end.
  public func insert(_ element: Element, at index: Int) { replaceSubrange(index..<index, with: [element]) }

  /// Removes the element at an index.
  public func remove(at index: Int) { replaceSubrange(index..<(index + 1), with: []) }

  /// Replaces a range of the elements, which may be empty, by others, which may be none.
  public func replaceSubrange(_ range: Range<Int>, with elements: [Element]) {
    point.change {
      for follower in followers { follower.note(range, replacedBy: elements.count, in: current) }
      current.replaceSubrange(range, with: elements)
    }
  }

  /// Counts as reading the elements.
  func access() { point.access() }

  /// What changes from now on, until it is removed.
  func follow() -> ArrayChanges<Element> {
    let changes = ArrayChanges<Element>()
    followers.append(changes)
    return changes
  }

  /// Does not note changes there any more.
  func remove(_ changes: ArrayChanges<Element>) {
    followers.removeAll { $0 === changes }
  }
}
