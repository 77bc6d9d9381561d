/// One pass through what a reading reads: compares it with what the last pass has read, edge by edge.
@MainActor
struct Pass {
  private unowned(unsafe) let observer: any Observer
  private let number: Int32
  /// Tells this pass from the one before.
  private let id: UInt32
  /// The pass that this one interrupts.
  private let outer: UnsafeMutablePointer<Pass>?

  private var first: Edge.Pointer?
  /// The last edge that was read, and the one that comes next if the same is read as before.
  private var last: Edge.Pointer?
  private var next: Edge.Pointer?

  /// The pass that is going on, the innermost of several.
  private static var current: UnsafeMutablePointer<Pass>?
  private static var lastID: UInt32 = 0

  init(of observer: any Observer, number: Int32, edges: Edge.Pointer?) {
    Pass.lastID &+= 1
    self.observer = observer
    self.number = number
    id = Pass.lastID
    outer = Pass.current
    first = edges
    next = edges
  }

  /// Runs `body`, and notes what it reads.
  mutating func run(_ body: () -> Void) {
    withUnsafeMutablePointer(to: &self) { pointer in
      Pass.current = pointer
      body()
      Pass.current = pointer.pointee.outer
    }
  }

  /// Releases what was not read again.
  ///
  /// - Returns: The first edge.
  mutating func finish() -> Edge.Pointer? {
    next?.releaseAll()
    if let last { last.pointee.nextDependency = nil } else { first = nil }
    return first
  }

  // MARK: - From properties

  /// Whether somebody reads under observation.
  static var isGoingOn: Bool { current != nil }

  /// Notes that a property is read, in the pass that is going on.
  static func note(_ property: Dependents.Pointer) { current?.pointee.note(property) }

  /// Whether a reading is going on. It is not notified of a change then: a getter that changes what it has read would
  /// have it read for ever.
  static func isGoingOn(of observer: any Observer, _ number: Int32) -> Bool {
    var pass = current
    while let going = pass?.pointee {
      if going.observer === observer, going.number == number { return true }
      pass = going.outer
    }
    return false
  }

  private mutating func note(_ property: Dependents.Pointer) {
    if let edge = next, edge.pointee.dependents == property {
      edge.pointee.pass = id
      // To the head also where it is in the list: there it is seen that the property was read before in this pass.
      if property.pointee.first != edge {
        edge.detach()
        edge.attach()
      }
      last = edge
      next = edge.pointee.nextDependency
    } else if !hasNoted(property) {
      insert(Edge(observer: observer, number: number, pass: id, dependents: property, nextDependency: next))
    }
  }

  /// Whether the property was read in this pass; only a pass within this one can have put an edge before that.
  private func hasNoted(_ property: Dependents.Pointer) -> Bool {
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
