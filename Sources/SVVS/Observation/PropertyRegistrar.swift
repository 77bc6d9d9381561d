// swift-format-ignore-file: NoLeadingUnderscores

public import Observation

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
