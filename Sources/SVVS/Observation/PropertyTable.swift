/// The properties of one object, side by side in memory that does not move.
///
/// Made when the first of them is read: most properties of most objects never are.
final class PropertyTable: ManagedBuffer<Int, PropertyReaders> {
  /// A table of properties that nobody has read.
  static func make(count: Int) -> PropertyTable {
    let made = create(minimumCapacity: count) { _ in count }
    let table = unsafeDowncast(made, to: PropertyTable.self)
    table.withUnsafeMutablePointerToElements { $0.initialize(repeating: PropertyReaders(), count: count) }
    return table
  }

  /// A property by its number.
  subscript(number: Int) -> PropertyReaders.Pointer {
    withUnsafeMutablePointers { count, properties in
      precondition(number < count.pointee, "a property has a number below the count of its object")
      return properties + number
    }
  }

  /// Whether somebody is notified of a change of the only property.
  var isObserved: Bool { self[0].pointee.first != nil }

  /// Forgets all who have read one of the properties.
  func forgetReadings() {
    for number in 0..<header { self[number].forgetReadings() }
  }
}
