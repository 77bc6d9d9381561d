/// An array that knows what changed in it: to send one element costs the same in a list of ten and of a hundred
/// thousand.
///
/// On the wire it is an array. A property that shows a plain array is encoded and compared as a whole when one
/// element changes; of an observable array, only what was replaced, inserted or removed is, if the view was
/// opened with the delivery `patch`. With `properties` the whole array is sent.
///
/// ```swift
/// @MainActor @ViewState("log")
/// final class LogViewState {
///   let lines = ObservableArray<LogLine>()
///
///   @Action func mark(index: Int) {
///     guard lines.elements.indices.contains(index) else { return }
///     lines[index].isMarked = true
///   }
/// }
/// ```
///
/// Elements are values: only their assignment is noticed, and no change inside an object that an element refers
/// to. An element that moves far, and another array in place of the one that is shown, cost a comparison of the
/// whole.
@MainActor
public final class ObservableArray<Element>: Observable {
  /// The elements, not observed.
  package private(set) var current: [Element]
  private var followers: [ObjectIdentifier: ArrayChanges<Element>] = [:]
  private var observed = _ObservedProperties()
  private let registrar = _PropertyRegistrar()

  /// An array of elements.
  public init(_ elements: [Element] = []) {
    current = elements
  }

  /// The elements. Setting them, or changing them in place, replaces all; the methods of this class replace less.
  public var elements: [Element] {
    get {
      access()
      return current
    }
    set { replaceSubrange(current.indices, with: newValue) }
  }

  /// The number of elements.
  public var count: Int { elements.count }

  /// The element at an index, which must be less than `count`: another one traps.
  public subscript(index: Int) -> Element {
    get { elements[index] }
    set { replaceSubrange(index..<(index + 1), with: [newValue]) }
  }

  /// Appends an element.
  public func append(_ element: Element) { append(contentsOf: [element]) }

  /// Appends elements.
  public func append(contentsOf elements: [Element]) {
    replaceSubrange(current.endIndex..<current.endIndex, with: elements)
  }

  /// Inserts an element before the one at an index, which may be `count`.
  public func insert(_ element: Element, at index: Int) { replaceSubrange(index..<index, with: [element]) }

  /// Removes the element at an index, which must be less than `count`.
  public func remove(at index: Int) { replaceSubrange(index..<(index + 1), with: []) }

  /// Replaces a range of the elements, which may be empty, by other elements, which may be none.
  public func replaceSubrange(_ range: Range<Int>, with elements: [Element]) {
    guard !range.isEmpty || !elements.isEmpty else { return }
    registrar.willSet(self, \.elements)
    for follower in followers.values { follower.note(range, replacedBy: elements.count, in: current) }
    // What leaves is released when nothing here is being changed any more: its end may run anybody's code.
    let replaced = Array(current[range])
    current.replaceSubrange(range, with: elements)
    registrar.didSet(self, \.elements)
    observed.changed(0)
    withExtendedLifetime(replaced) {}
  }

  /// Counts as reading the elements.
  package func access() {
    observed.access(0, of: 1)
    registrar.access(self, \.elements)
  }

  /// Whether somebody follows what changes.
  package var isFollowed: Bool { !followers.isEmpty }

  /// What changes from now on, until it is removed.
  package func follow() -> ArrayChanges<Element> {
    let changes = ArrayChanges<Element>()
    followers[ObjectIdentifier(changes)] = changes
    return changes
  }

  /// Does not note changes there any more.
  package func remove(_ changes: ArrayChanges<Element>) {
    followers[ObjectIdentifier(changes)] = nil
  }
}
