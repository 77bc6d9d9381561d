/// A tracked run of a computation.
///
/// It compares each property that the computation reads with the dependencies of the last run, edge by edge.
@MainActor
struct TrackingPass {
  private unowned(unsafe) let observer: any Observer
  private let number: Int32
  /// Distinguishes this pass from others.
  private let id: UInt32
  /// The pass that this one interrupts.
  private let outer: UnsafeMutablePointer<TrackingPass>?

  private var first: Edge.Pointer?
  /// The edge of the last property that was read.
  private var last: Edge.Pointer?
  /// The edge of the property that is read next if the dependencies stay the same.
  private var next: Edge.Pointer?

  /// The innermost pass in progress.
  private static var current: UnsafeMutablePointer<TrackingPass>?
  private static var lastID: UInt32 = 0

  init(of observer: any Observer, number: Int32, edges: Edge.Pointer?) {
    TrackingPass.lastID &+= 1
    self.observer = observer
    self.number = number
    id = TrackingPass.lastID
    outer = TrackingPass.current
    first = edges
    next = edges
  }

  /// Runs the computation, and adds what it reads to the dependencies.
  mutating func run(_ computation: () -> Void) {
    withUnsafeMutablePointer(to: &self) { pointer in
      TrackingPass.current = pointer
      computation()
      TrackingPass.current = pointer.pointee.outer
    }
  }

  /// Releases the edges of properties that were not read again.
  ///
  /// - Returns: The first edge of the dependencies.
  mutating func finish() -> Edge.Pointer? {
    next?.releaseAll()
    if let last { last.pointee.nextDependency = nil } else { first = nil }
    return first
  }

  // MARK: - From properties

  /// Whether a pass is in progress.
  static var isActive: Bool { current != nil }

  /// Adds a property to the dependencies of the pass in progress.
  static func add(_ property: Dependents.Pointer) { current?.pointee.add(property) }

  /// Whether a pass of this computation is in progress.
  ///
  /// Such a computation gets no notification of a change: one that changes its own dependency would run forever.
  static func isActive(of observer: any Observer, _ number: Int32) -> Bool {
    var pass = current
    while let active = pass?.pointee {
      if active.observer === observer, active.number == number { return true }
      pass = active.outer
    }
    return false
  }

  private mutating func add(_ property: Dependents.Pointer) {
    if let edge = next, edge.pointee.dependents == property {
      edge.pointee.pass = id
      // Moved to the head of the dependents, where `contains(_:)` finds the edge of this pass.
      if property.pointee.first != edge {
        edge.detach()
        edge.attach()
      }
      last = edge
      next = edge.pointee.nextDependency
    } else if !contains(property) {
      insert(Edge(observer: observer, number: number, pass: id, dependents: property, nextDependency: next))
    }
  }

  /// Whether the property was already read in this pass.
  ///
  /// Only a pass within this one can have put another edge at the head since; the property then gets a second edge.
  private func contains(_ property: Dependents.Pointer) -> Bool {
    guard let edge = property.pointee.first?.pointee else { return false }
    return edge.observer === observer && edge.number == number && edge.pass == id
  }

  private mutating func insert(_ edge: Edge) {
    let new = Edge.Pointer.allocate(capacity: 1)
    new.initialize(to: edge)
    new.attach()
    if let last { last.pointee.nextDependency = new } else { first = new }
    last = new
  }
}
