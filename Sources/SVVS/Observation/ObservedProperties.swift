// swift-format-ignore-file: NoLeadingUnderscores

import JSON
public import Observation

/// Observes one property of a class. ``Store()`` and ``ViewState(_:title:actions:isStart:)`` add this macro to each
/// observed property.
///
/// The value of the property is stored in a private property whose name begins with an underscore.
///
/// - Parameters:
///   - property: The number of the property, counted from 0 in the order of the declarations.
///   - count: The number of observed properties in the class.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_))
public macro _ObservedProperty(_ property: Int, of count: Int) =
  #externalMacro(module: "SVVSMacros", type: "ObservedPropertyMacro")

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

/// The dependents of each property of one object, in memory that does not move.
///
/// An object gets its table when one of its properties is first read under observation. Most objects never get a table.
final class PropertyTable: ManagedBuffer<Int, Dependents> {
  /// Creates a table of properties without dependents.
  static func make(count: Int) -> PropertyTable {
    let made = create(minimumCapacity: count) { _ in count }
    let table = unsafeDowncast(made, to: PropertyTable.self)
    table.withUnsafeMutablePointerToElements { $0.initialize(repeating: Dependents(), count: count) }
    return table
  }

  /// The dependents of the property with this number.
  subscript(number: Int) -> Dependents.Pointer {
    withUnsafeMutablePointers { count, properties in
      precondition(number < count.pointee, "a property has a number below the count of its object")
      return properties + number
    }
  }

  /// Whether the property has dependents. The table must have only one property.
  var isObserved: Bool { !self[0].isEmpty }

  /// Removes the dependents of all properties without a notification.
  func removeAllDependents() {
    for number in 0..<header { self[number].removeAll() }
  }
}

/// An `ObservationRegistrar` for the views of SwiftUI, or an empty value on platforms without SwiftUI.
///
/// The macros declare a registrar in each class, beside the ``_ObservedProperties`` of the class.
public struct _PropertyRegistrar: Sendable {
  #if canImport(SwiftUI)
    @usableFromInline let registrar = ObservationRegistrar()
  #endif

  /// Creates a registrar of properties without dependents.
  public init() {}

  /// Registers a read of a property.
  @inlinable
  public func access<Root: Observable, Value>(_ object: Root, _ keyPath: @autoclosure () -> KeyPath<Root, Value>) {
    #if canImport(SwiftUI)
      registrar.access(object, keyPath: keyPath())
    #endif
  }

  /// Notifies SwiftUI before a property changes.
  @inlinable
  public func willSet<Root: Observable, Value>(_ object: Root, _ keyPath: @autoclosure () -> KeyPath<Root, Value>) {
    #if canImport(SwiftUI)
      registrar.willSet(object, keyPath: keyPath())
    #endif
  }

  /// Notifies SwiftUI after a property has changed.
  @inlinable
  public func didSet<Root: Observable, Value>(_ object: Root, _ keyPath: @autoclosure () -> KeyPath<Root, Value>) {
    #if canImport(SwiftUI)
      registrar.didSet(object, keyPath: keyPath())
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
