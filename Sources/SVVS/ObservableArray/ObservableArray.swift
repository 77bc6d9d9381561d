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
///     guard lines.elements.indices.contains(index) else { return }
///     lines[index].isMarked = true
///   }
/// }
/// ```
///
/// In a view state, declare an observable array as a `let`, or return the observable array of a store from a computed
/// property. Front ends cannot set an observable array. A property that computes another array from ``elements`` is a
/// plain array.
///
/// Elements should be values: the array records the assignment of an element, but not a change inside an object that
/// the element refers to. The whole array is compared in two cases: when an element moves over a long distance, and
/// when a property begins to show another array.
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
    set { replaceSubrange(current.indices, with: newValue) }
  }

  /// The number of elements.
  public var count: Int { elements.count }

  /// The element at an index. An index that is not less than ``count`` traps.
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

  /// Inserts an element before the one at an index, or at the end if the index is ``count``.
  public func insert(_ element: Element, at index: Int) { replaceSubrange(index..<index, with: [element]) }

  /// Removes the element at an index, which must be less than ``count``.
  public func remove(at index: Int) { replaceSubrange(index..<(index + 1), with: []) }

  /// Replaces a range of elements. Both the range and the new elements may be empty.
  public func replaceSubrange(_ range: Range<Int>, with elements: [Element]) {
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
