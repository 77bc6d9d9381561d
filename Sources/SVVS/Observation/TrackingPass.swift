/// A tracked run of a computation.
///
/// While the computation runs, the pass compares each property that the computation reads with the next edge of the
/// last run.
@MainActor
struct TrackingPass {
  private unowned(unsafe) let observer: any Observer
  private let number: Int32
  /// A number that distinguishes this pass from other passes.
  private let id: UInt32
  /// The pass that this one interrupts.
  private let outer: UnsafeMutablePointer<TrackingPass>?

  private var first: Edge.Pointer?
  /// The edge of the last property that was read.
  private var last: Edge.Pointer?
  /// The edge of the property that the computation reads next if its dependencies stay the same.
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

  /// Runs the computation, and adds each property that it reads to the dependencies.
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
  /// A computation in progress is not notified of changes. Otherwise, a computation that changes its own dependency
  /// would run forever.
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
      // Moves the edge to the head of the dependents, where `contains(_:)` looks for the edge of this pass.
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
  /// This checks only the edge at the head of the property's dependents. After this pass has read the property, only a
  /// nested pass can put another edge at the head. The property then gets a second edge.
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
