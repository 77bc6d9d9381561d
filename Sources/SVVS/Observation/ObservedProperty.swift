/// A property, as those see it who observe it: the list of the readings that have read it since it changed.
///
/// It stands where it does not move, for links point at it.
struct ObservedProperty {
  typealias Pointer = UnsafeMutablePointer<ObservedProperty>

  var first: Link.Pointer?
}

extension UnsafeMutablePointer<ObservedProperty> {
  /// Notifies each reading that has read it since it last changed, once; but for those that are going on.
  @MainActor
  func notify() {
    var kept: Link.Pointer?
    // From the first on, each time: who is notified may end others.
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
