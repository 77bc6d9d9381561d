/// A dependency of one computation on one property.
///
/// An edge is an element of two linked lists: the dependencies of the computation and, until the property changes, the
/// dependents of the property. The computation owns the edge (see ``Dependencies``). The property only points to it.
///
/// A change of the property removes the edge from the list of dependents, but not from the list of dependencies. Most
/// computations then read the same properties again, and the edge returns to the list of dependents. Repeated changes
/// therefore allocate no memory.
///
/// Edges are structs in allocated memory, linked by pointers. They are not objects, because a walk along a list would
/// retain and release each object.
struct Edge {
  typealias Pointer = UnsafeMutablePointer<Edge>

  /// The observer of the computation. It outlives its computations.
  unowned(unsafe) let observer: any Observer
  /// The number of the computation among the computations of the observer.
  let number: Int32
  /// The id of the latest pass in which the computation has read the property.
  var pass: UInt32
  /// The dependents of the property. The pointer dangles if the property was released. The edge is then no longer in
  /// any list of dependents.
  let dependents: Dependents.Pointer

  var nextDependency: Pointer?
  var nextDependent: Pointer?
  /// The address of the pointer, in the list of dependents, that points to this edge. Nil if the edge is not in a list
  /// of dependents.
  var backPointer: UnsafeMutablePointer<Pointer?>?
}

extension UnsafeMutablePointer<Edge> {
  /// Inserts the edge at the head of its property's dependents. The property must still exist, and its dependents must
  /// not contain the edge.
  func attach() {
    let dependents = pointee.dependents
    pointee.nextDependent = dependents.pointee.first
    pointee.backPointer = dependents.pointer(to: \.first)
    if let next = dependents.pointee.first { next.pointee.backPointer = pointer(to: \.nextDependent) }
    dependents.pointee.first = self
  }

  /// Removes the edge from the dependents of its property, if it is among them.
  func detach() {
    guard let backPointer = pointee.backPointer else { return }
    backPointer.pointee = pointee.nextDependent
    if let next = pointee.nextDependent { next.pointee.backPointer = backPointer }
    pointee.backPointer = nil
    pointee.nextDependent = nil
  }

  /// Releases this edge and all edges after it in the list of dependencies.
  func releaseAll() {
    var edge: Edge.Pointer? = self
    while let released = edge {
      released.detach()
      edge = released.pointee.nextDependency
      released.deallocate()
    }
  }
}
