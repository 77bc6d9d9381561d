/// The computations that depend on a property: those that have read it since it last changed, as a list.
///
/// It must not move in memory, because links point at it.
struct Dependents {
  typealias Pointer = UnsafeMutablePointer<Dependents>

  var first: Link.Pointer?
}

extension UnsafeMutablePointer<Dependents> {
  /// Removes and notifies each computation, except those in progress, which stay.
  @MainActor
  func notify() {
    var kept: Link.Pointer?
    // Reads the head of the list each time, because an observer may remove other computations.
    while let link = pointee.first {
      link.detach()
      if Pass.isGoingOn(of: link.pointee.observer, link.pointee.number) {
        link.pointee.nextOfProperty = kept
        kept = link
      } else {
        link.pointee.observer.changed(Int(link.pointee.number))
      }
    }
    // A pass releases no link before its end, so that these links still exist.
    while let link = kept {
      kept = link.pointee.nextOfProperty
      link.attach()
    }
  }

  /// Removes all computations without a notification.
  func removeAll() {
    while let link = pointee.first { link.detach() }
  }
}
