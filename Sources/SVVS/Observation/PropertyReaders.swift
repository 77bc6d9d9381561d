/// The readings that have read a property since it changed, in a list.
///
/// It stands where it does not move, for links point at it.
struct PropertyReaders {
  typealias Pointer = UnsafeMutablePointer<PropertyReaders>

  var first: Link.Pointer?
}

extension UnsafeMutablePointer<PropertyReaders> {
  /// Notifies each reading that has read it since it last changed, once; but for those that are going on.
  @MainActor
  func notify() {
    var kept: Link.Pointer?
    // Starts over each time, because an observer may end other readings.
    while let link = pointee.first {
      link.detach()
      if Pass.isGoingOn(of: link.pointee.observer, link.pointee.number) {
        link.pointee.nextOfProperty = kept
        kept = link
      } else {
        link.pointee.observer.changed(Int(link.pointee.number))
      }
    }
    // A pass releases no link before its end, so that these are still there.
    while let link = kept {
      kept = link.pointee.nextOfProperty
      link.attach()
    }
  }

  /// Forgets all readings, which are not notified.
  func forgetReadings() {
    while let link = pointee.first { link.detach() }
  }
}
