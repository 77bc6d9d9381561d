/// A list of the computations that depend on a property because they have read it since it last changed.
///
/// A value of this type must not move in memory, because edges point to it.
struct Dependents {
  typealias Pointer = UnsafeMutablePointer<Dependents>

  var first: Edge.Pointer?
}

extension UnsafeMutablePointer<Dependents> {
  /// Removes each computation from the list and notifies its observer. A computation in progress stays in the list and
  /// causes no notification.
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
    // These edges still exist, because a pass releases edges only when it ends.
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
