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
  var isObserved: Bool { self[0].pointee.first != nil }

  /// Removes the dependents of all properties without a notification.
  func removeAllDependents() {
    for number in 0..<header { self[number].removeAll() }
  }
}
