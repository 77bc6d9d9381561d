/// An array that records its changes: sending one element costs the same in a list of ten as in one of a hundred
/// thousand.
///
/// Front ends see an array. When one element of a plain array changes, the server encodes and compares the whole
/// array. Of an observable array it encodes only the elements that were replaced, inserted or removed, if the view
/// was opened with the delivery `patch`; with `properties` it sends the whole array.
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
/// Declare it as a `let` of a view state, or return the observable array of a store from a computed property. Front ends
/// cannot set it. A property that computes another array from ``elements`` is a plain array.
///
/// Elements should be values: the array records their assignment, but not a change inside an object that an element
/// refers to. Two changes cost a comparison of the whole array: a move of an element over a long distance, and
/// another array in place of the one that is shown.
@MainActor
public final class ObservableArray<Element>: Observable {
  /// The elements, not observed.
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
  /// Setting them or changing them in place replaces all elements. The methods of this class replace only a range.
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
    // Released last, because deinitializers of elements may run any code.
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

  /// Returns a record of the changes from now on, until it is removed.
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
