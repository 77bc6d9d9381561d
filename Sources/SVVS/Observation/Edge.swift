/// A dependency of one computation on one property.
///
/// An edge is an element of two lists: of the dependencies of the computation and, until the property changes, of the
/// dependents of the property. The computation owns it (``Dependencies``); the property only points at it.
///
/// A change of the property removes the edge from the list of dependents but not from that of dependencies. Most
/// computations read the same properties again, which puts the edge back, so that repeated changes allocate nothing.
///
/// An edge is allocated memory with pointers instead of an object, because a walk along a list would retain and release
/// each object.
struct Edge {
  typealias Pointer = UnsafeMutablePointer<Edge>

  /// The observer of the computation. It outlives its computations.
  unowned(unsafe) let observer: any Observer
  /// The number of the computation among those of the observer.
  let number: Int32
  /// The last pass of the computation that has read the property.
  var pass: UInt32
  /// The dependents of the property. A dangling pointer if the property was released, which happens only to edges in no
  /// list of dependents.
  let dependents: Dependents.Pointer

  var nextDependency: Pointer?
  var nextDependent: Pointer?
  /// The pointer to the edge in the list of dependents; nil if it is in none.
  var backPointer: UnsafeMutablePointer<Pointer?>?
}

extension UnsafeMutablePointer<Edge> {
  /// Inserts the edge at the head of the dependents of its property, which must exist and not contain it.
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

  /// Releases the edge and the following ones in its list of dependencies.
  func releaseAll() {
    var edge: Edge.Pointer? = self
    while let released = edge {
      released.detach()
      edge = released.pointee.nextDependency
      released.deallocate()
    }
  }
}
