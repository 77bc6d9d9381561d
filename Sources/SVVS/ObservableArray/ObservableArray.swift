public import JSON

/// An array that records its changes. Sending one changed element costs the same in a list of ten elements as in a list
/// of a hundred thousand.
///
/// Front ends see an ordinary array. When one element of a plain array changes, the server encodes and compares the
/// whole array. When an observable array changes and the view was opened with the delivery `patch`, the server encodes
/// only the elements that were replaced, inserted or removed. With the delivery `properties`, it sends the whole array.
///
/// ```swift
/// @MainActor @ViewState("log")
/// final class LogViewState {
///   let lines = ObservableArray<LogLine>()
///
///   @Action func mark(index: Int) {
///     guard lines.indices.contains(index) else { return }
///     lines[index].isMarked = true
///   }
/// }
/// ```
///
/// In a view state, declare an observable array as a `let`, or return the observable array of a store from a computed
/// property. Front ends cannot set an observable array. A property that computes another array, for example with
/// `filter`, is a plain array.
///
/// Elements should be values: the array records the assignment of an element, but not a change inside an object that
/// the element refers to. The whole array is compared in two cases: when an element moves over a long distance, and
/// when a property begins to show another array.
///
/// ### Collection algorithms
///
/// An observable array is a `RandomAccessCollection`. A computation that reads any part of the array depends on all of
/// its elements. Iterators and slices are copies: an array can be changed while it is iterated, and a slice does not
/// change with its array.
///
/// The methods that change the array have the names of `RangeReplaceableCollection`. The type does not conform to that
/// protocol or to `MutableCollection`, which require values: their methods cannot be called on a `let`, one of them
/// assigns a new array to `self`, and a change of a slice would change the array. To sort the array, assign
/// ``elements``, or call `elements.sort()`.
@MainActor
public final class ObservableArray<Element>: Observable {
  /// The elements. Reading this property does not register a dependency.
  package private(set) var current: [Element]
  /// The records that changes are added to.
  private var followers: [ObjectIdentifier: ArrayChanges<Element>] = [:]
  private var observed = _ObservedProperties()
  private let registrar = _PropertyRegistrar()

  /// Creates an array.
  public init(_ elements: [Element] = []) {
    current = elements
  }

  /// The elements.
  ///
  /// Setting this property, or changing its value in place, replaces all elements. The methods of this class replace
  /// only a range.
  public var elements: [Element] {
    get {
      access()
      return current
    }
    set { replace(current.indices, with: newValue) }
  }

  /// Replaces a range of elements. Both the range and the new elements may be empty.
  public func replaceSubrange(_ range: Range<Int>, with elements: some Collection<Element>) {
    replace(range, with: Array(elements))
  }

  /// Appends an element.
  public func append(_ element: Element) { insert(element, at: current.endIndex) }

  /// Appends elements.
  public func append(contentsOf elements: some Sequence<Element>) {
    // The elements may be computed from this array. They are computed first, and inserted at the end that it then has.
    let elements = Array(elements)
    replace(current.endIndex..<current.endIndex, with: elements)
  }

  /// Inserts an element before the one at an index, or at the end if the index is `endIndex`.
  public func insert(_ element: Element, at index: Int) { replace(index..<index, with: [element]) }

  /// Inserts elements before the one at an index, or at the end if the index is `endIndex`.
  public func insert(contentsOf elements: some Collection<Element>, at index: Int) {
    replaceSubrange(index..<index, with: elements)
  }

  /// Removes and returns the element at an index, which must be less than `endIndex`.
  @discardableResult
  public func remove(at index: Int) -> Element {
    let removed = current[index]
    removeSubrange(index..<(index + 1))
    return removed
  }

  /// Removes and returns the first element. An empty array traps.
  @discardableResult
  public func removeFirst() -> Element { remove(at: current.startIndex) }

  /// Removes and returns the last element. An empty array traps.
  @discardableResult
  public func removeLast() -> Element { remove(at: current.endIndex - 1) }

  /// Removes a range of elements.
  public func removeSubrange(_ range: Range<Int>) { replace(range, with: []) }

  /// Removes all elements.
  public func removeAll() { removeSubrange(current.indices) }

  /// Removes the elements that satisfy a predicate. Each run of adjacent elements is recorded as one change.
  public func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    // The removed elements are released last, because their deinitializers may run any code.
    let elements = current
    for range in try elements.indices(where: shouldBeRemoved).ranges.reversed() { removeSubrange(range) }
    withExtendedLifetime(elements) {}
  }

  /// Replaces a range of elements. Every change of the array is made by this method.
  private func replace(_ range: Range<Int>, with elements: [Element]) {
    guard !range.isEmpty || !elements.isEmpty else { return }
    registrar.willSet(self, \.elements)
    for follower in followers.values { follower.willReplace(range, byCount: elements.count, in: current) }
    // The replaced elements are released last, because their deinitializers may run any code.
    let replaced = Array(current[range])
    current.replaceSubrange(range, with: elements)
    registrar.didSet(self, \.elements)
    observed.changed(0)
    withExtendedLifetime(replaced) {}
  }

  /// Registers a read of the elements by the current computation.
  package func access() {
    observed.access(0, of: 1)
    registrar.access(self, \.elements)
  }

  /// Whether changes are recorded.
  package var isFollowed: Bool { !followers.isEmpty }

  /// Returns a new record. All changes are added to it until it is removed with ``remove(_:)``.
  package func follow() -> ArrayChanges<Element> {
    let changes = ArrayChanges<Element>()
    followers[ObjectIdentifier(changes)] = changes
    return changes
  }

  /// Stops adding changes to a record.
  package func remove(_ changes: ArrayChanges<Element>) {
    followers[ObjectIdentifier(changes)] = nil
  }
}

extension ObservableArray: RandomAccessCollection {
  /// Zero: the index of the first element.
  public var startIndex: Int { 0 }

  /// The index after the last element.
  public var endIndex: Int { elements.endIndex }

  /// The element at an index. An index that is not less than `endIndex` traps.
  public subscript(index: Int) -> Element {
    get { elements[index] }
    set { replace(index..<(index + 1), with: [newValue]) }
  }

  /// A copy of a range of elements.
  public subscript(range: Range<Int>) -> ArraySlice<Element> { elements[range] }

  /// An iterator of a copy of the array.
  public func makeIterator() -> IndexingIterator<[Element]> { elements.makeIterator() }
}

extension ObservableArray: nonisolated JSONRepresentable where Element: JSONRepresentable {
  /// The schema of an ordinary array.
  nonisolated public static var jsonSchema: JSONSchema { [Element].jsonSchema }
}
