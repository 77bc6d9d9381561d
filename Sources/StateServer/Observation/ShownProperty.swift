import SVVS

/// One readable property as one subscription knows it.
struct ShownProperty {
  /// What it has read, to be notified of changes.
  var reading = Reading()
  /// What it showed when it was last read.
  var content: PropertyContent
  /// Whether it may have changed since.
  var isDirty = false
}

/// The properties of one subscription, side by side.
///
/// An array would take half as much memory again of a view with two properties, and ask before each change whether it
/// is shared.
struct ShownProperties: ~Copyable {
  private let first: UnsafeMutablePointer<ShownProperty>
  /// Of 32 bits, so that the property that follows in a subscription does not make that larger.
  private let smallCount: Int32

  /// No properties.
  init() { self.init(count: 0) { _ in preconditionFailure("there are none") } }

  /// Properties that were not read yet.
  init(count: Int, content: (Int) -> PropertyContent) {
    smallCount = Int32(count)
    first = .allocate(capacity: count)
    for index in 0..<count { (first + index).initialize(to: ShownProperty(content: content(index))) }
  }

  deinit {
    first.deinitialize(count: count)
    first.deallocate()
  }

  var count: Int { Int(smallCount) }
  var isEmpty: Bool { count == 0 }
  var indices: Range<Int> { 0..<count }

  /// A property; its place does not move.
  subscript(index: Int) -> UnsafeMutablePointer<ShownProperty> {
    precondition(indices.contains(index))
    return first + index
  }
}
