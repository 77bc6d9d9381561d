// swift-format-ignore-file: NoLeadingUnderscores

import JSON

/// The dependents of an object's properties: one word until one of the properties is read under observation.
///
/// The macros ``ViewState(_:title:isStart:)`` and ``Store()`` declare one in a class and call it in the accessors of the
/// properties, which have numbers. It needs no lock, because it is on the main actor, and hashes nothing, because the
/// number of a property is its index.
@MainActor
public struct _ObservedProperties: ~Copyable {
  private var table: PropertyTable?

  /// Creates properties without dependents.
  nonisolated public init() {}

  deinit {
    guard let table else { return }
    // Nothing else refers to the table, whichever thread releases the object.
    nonisolated(unsafe) let released = table
    MainActor.runNowIfPossible { released.removeAllDependents() }
  }

  /// Registers a read of a property by the current computation.
  ///
  /// - Parameters:
  ///   - property: The number of the property, from 0 on.
  ///   - count: How many properties the object has.
  public mutating func access(_ property: Int, of count: Int) {
    _ObservedProperties.checkIsolation()
    guard TrackingPass.isActive else { return }
    let table = table ?? PropertyTable.make(count: count)
    self.table = table
    TrackingPass.add(table[property])
  }

  /// Notifies the dependents of a property, by its number, of a change.
  public func changed(_ property: Int) {
    _ObservedProperties.checkIsolation()
    table?[property].notify()
  }
}

extension _ObservedProperties {
  /// Swift 6 refuses other threads when it compiles. Code that knows better, or of Swift 5, meets this in a debug build.
  private static func checkIsolation() {
    #if DEBUG
      MainActor.preconditionIsolated("an observed property is read and changed on the main actor only")
    #endif
  }
}

// MARK: - Same values

extension _ObservedProperties {
  /// Whether a property that gets a value in place of another may change. A value that is not `Equatable` may refer to
  /// what has changed meanwhile.
  @inlinable
  nonisolated public static func isChange<Value>(_ old: Value, _ new: Value) -> Bool { true }

  /// Whether a value has other bits than the one before.
  ///
  /// Values that Swift takes for equal may be written with different texts: `é` in two spellings, 0.0 and -0.0. What is
  /// sent is compared as text, so that an equal value of other bits costs its reading and no more.
  @inlinable
  nonisolated public static func isChange<Value: Equatable>(_ old: Value, _ new: Value) -> Bool {
    withUnsafeBytes(of: old) { old in withUnsafeBytes(of: new) { new in !isSame(old, new) } }
  }

  /// Whether an object is another than before.
  @inlinable
  nonisolated public static func isChange<Value: AnyObject>(_ old: Value, _ new: Value) -> Bool { old !== new }

  /// Whether an object is another than before.
  @inlinable
  nonisolated public static func isChange<Value: Equatable & AnyObject>(_ old: Value, _ new: Value) -> Bool {
    old !== new
  }

  /// Whether two values of one type have the same bytes.
  @usableFromInline
  nonisolated static func isSame(_ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer) -> Bool {
    old.hasSameBytes(as: new)
  }
}
