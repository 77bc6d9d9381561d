// swift-format-ignore-file: NoLeadingUnderscores

import JSON

/// The dependents of an object's properties. It is one word until one of the properties is read under observation.
///
/// The macros ``ViewState(_:title:isStart:)`` and ``Store()`` declare one in a class and call it in the accessors of
/// the properties, which have numbers. It needs no lock, because it is on the main actor, and hashes nothing, because
/// the number of a property is its index.
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
  /// Traps off the main actor, in a debug build.
  ///
  /// The compiler checks isolation only in Swift 6 code, and not where code asserts it, as by `nonisolated(unsafe)`.
  private static func checkIsolation() {
    #if DEBUG
      MainActor.preconditionIsolated("an observed property is read and changed on the main actor only")
    #endif
  }
}

// MARK: - Same values

extension _ObservedProperties {
  /// Whether replacing a value may change a property: always, because a value that is not `Equatable` may refer to an
  /// object that has changed.
  @inlinable
  nonisolated public static func isChange<Value>(_ old: Value, _ new: Value) -> Bool { true }

  /// Whether two values differ in their bits.
  ///
  /// Values that are equal in Swift may have different JSON texts: `é` in two normal forms, 0.0 and -0.0. The texts are
  /// compared before they are sent, so that an equal value of other bits costs only another read.
  @inlinable
  nonisolated public static func isChange<Value: Equatable>(_ old: Value, _ new: Value) -> Bool {
    withUnsafeBytes(of: old) { old in withUnsafeBytes(of: new) { new in !isSame(old, new) } }
  }

  /// Whether two references refer to different objects.
  @inlinable
  nonisolated public static func isChange<Value: AnyObject>(_ old: Value, _ new: Value) -> Bool { old !== new }

  /// Whether two references refer to different objects.
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
