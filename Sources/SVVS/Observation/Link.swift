/// Says that one reading has read one property: a member of the reading's list and, until the property changes, of
/// the property's.
///
/// A link is memory of its own, handled by pointers, for speed: as an object it would be counted at every step along
/// a list. The reading that made it owns it, and releases it (``Reading``); a property only points at it.
///
/// When the property changes, the link is taken out of the property's list and stays in the reading's. Most readings
/// read the same again, and put it back: a property that changes over and over allocates nothing.
struct Link {
  typealias Pointer = UnsafeMutablePointer<Link>

  /// Whose reading it is. It lives as long as its readings.
  unowned(unsafe) let observer: any Observer
  /// Which of the observer's readings it is.
  let number: Int32
  /// The last pass of the reading that has read the property.
  var pass: UInt32
  /// The property: only where it was while the link is in no list of a property.
  let property: Dependents.Pointer

  var nextOfReading: Pointer?
  var nextOfProperty: Pointer?
  /// What points at the link in the property's list; nil if it is in none.
  var backPointer: UnsafeMutablePointer<Pointer?>?
}

extension UnsafeMutablePointer<Link> {
  /// Puts the link at the head of its property's list; it must be in no list, and the property must be alive.
  func attach() {
    let property = pointee.property
    pointee.nextOfProperty = property.pointee.first
    pointee.backPointer = property.pointer(to: \.first)
    if let next = property.pointee.first { next.pointee.backPointer = pointer(to: \.nextOfProperty) }
    property.pointee.first = self
  }

  /// Takes the link out of its property's list, if it is in one.
  func detach() {
    guard let backPointer = pointee.backPointer else { return }
    backPointer.pointee = pointee.nextOfProperty
    if let next = pointee.nextOfProperty { next.pointee.backPointer = backPointer }
    pointee.backPointer = nil
    pointee.nextOfProperty = nil
  }

  /// Releases a link and those behind it in the reading's list.
  func releaseAll() {
    var link: Link.Pointer? = self
    while let released = link {
      released.detach()
      link = released.pointee.nextOfReading
      released.deallocate()
    }
  }
}
