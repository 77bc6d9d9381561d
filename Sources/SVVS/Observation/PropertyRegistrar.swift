public import Observation

/// Where SwiftUI is, an `ObservationRegistrar` that its views observe; elsewhere nothing, which takes no memory.
///
/// The macros declare one in a class beside its ``ObservedProperties``.
public struct PropertyRegistrar: Sendable {
  #if canImport(SwiftUI)
    @usableFromInline let registrar = ObservationRegistrar()
  #endif

  /// A registrar of properties that nobody has read.
  public init() {}

  /// Notes that a property is read.
  @inlinable
  public func access<Root: Observable, Value>(_ object: Root, _ keyPath: @autoclosure () -> KeyPath<Root, Value>) {
    #if canImport(SwiftUI)
      registrar.access(object, keyPath: keyPath())
    #endif
  }

  /// Notes that a property is about to be changed.
  @inlinable
  public func willSet<Root: Observable, Value>(_ object: Root, _ keyPath: @autoclosure () -> KeyPath<Root, Value>) {
    #if canImport(SwiftUI)
      registrar.willSet(object, keyPath: keyPath())
    #endif
  }

  /// Notes that a property has been changed.
  @inlinable
  public func didSet<Root: Observable, Value>(_ object: Root, _ keyPath: @autoclosure () -> KeyPath<Root, Value>) {
    #if canImport(SwiftUI)
      registrar.didSet(object, keyPath: keyPath())
    #endif
  }
}
