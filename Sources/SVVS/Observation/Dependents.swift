/// The computations that depend on a property: those that have read it since it last changed, as a list.
///
/// It must not move in memory, because edges point at it.
struct Dependents {
  typealias Pointer = UnsafeMutablePointer<Dependents>

  var first: Edge.Pointer?
}

extension UnsafeMutablePointer<Dependents> {
  /// Removes and notifies each computation, except those in progress, which stay.
  @MainActor
  func notify() {
    var kept: Edge.Pointer?
    // Reads the head of the list each time, because an observer may remove other computations.
    while let edge = pointee.first {
      edge.detach()
      if TrackingPass.isActive(of: edge.pointee.observer, edge.pointee.number) {
        edge.pointee.nextDependent = kept
        kept = edge
      } else {
        edge.pointee.observer.changed(Int(edge.pointee.number))
      }
    }
    // A pass releases no edge before its end, so that these edges still exist.
    while let edge = kept {
      kept = edge.pointee.nextDependent
      edge.attach()
    }
  }

  /// Removes all computations without a notification.
  func removeAll() {
    while let edge = pointee.first { edge.detach() }
  }
}
