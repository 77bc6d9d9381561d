// swift-format-ignore-file: NoLeadingUnderscores

import JSON

/// The dependents of an object's properties. Until one of the properties is read under observation, this value takes
/// only one word of memory.
///
/// The macros ``ViewState(_:title:actions:isStart:)`` and ``Store()`` declare one such value in a class, and call it in
/// the accessors of the properties. It needs no lock, because it is isolated to the main actor. It hashes nothing,
/// because the properties are numbered and the number of a property is its index.
@MainActor
public struct _ObservedProperties: ~Copyable {
  private var table: PropertyTable?

  /// Creates properties without dependents.
  nonisolated public init() {}

  deinit {
    guard let table else { return }
    // This is safe on any thread that releases the object, because nothing else refers to the table.
    nonisolated(unsafe) let released = table
    MainActor.runNowIfPossible { released.removeAllDependents() }
  }

  /// Does nothing. A class that is not isolated to the main actor cannot call it, and the compiler's error contains its
  /// name.
  public static func theClassMustBeMarkedMainActor() {}

  /// Registers a read of a property by the current computation.
  ///
  /// - Parameters:
  ///   - property: The number of the property, counted from 0.
  ///   - count: The number of properties that the object has.
  public mutating func access(_ property: Int, of count: Int) {
    _ObservedProperties.checkIsolation()
    guard TrackingPass.isActive else { return }
    let table = table ?? PropertyTable.make(count: count)
    self.table = table
    TrackingPass.add(table[property])
  }

  /// Notifies the dependents of the property with this number that the property has changed.
  public func changed(_ property: Int) {
    _ObservedProperties.checkIsolation()
    table?[property].notify()
  }
}

extension _ObservedProperties {
  /// In a debug build, traps if the code does not run on the main actor.
  ///
  /// The compiler checks isolation only in Swift 6 code. It does not check code that opts out, for example with
  /// `nonisolated(unsafe)`.
  private static func checkIsolation() {
    #if DEBUG
      MainActor.preconditionIsolated("an observed property is read and changed on the main actor only")
    #endif
  }
}

// MARK: - Same values

extension _ObservedProperties {
  /// Returns true: replacing a value that is not `Equatable` may always change a property, because the value may refer
  /// to an object that has changed.
  @inlinable
  nonisolated public static func isChange<Value>(_ old: Value, _ new: Value) -> Bool { true }

  /// Whether two values differ in their bits.
  ///
  /// Values that are equal in Swift may have different JSON texts (for example, `é` in two normal forms, or 0.0 and
  /// -0.0). The texts are compared before they are sent. If only the bits differ and not the texts, the property is
  /// read once more, but not sent.
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
