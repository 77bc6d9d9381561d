/// One pass through what a reading reads: compares it with what the last pass has read, link by link.
@MainActor
struct Pass {
  private unowned(unsafe) let observer: any Observer
  private let number: Int32
  /// Tells this pass from the one before.
  private let id: UInt32
  /// The pass that this one interrupts.
  private let outer: UnsafeMutablePointer<Pass>?

  private var first: Link.Pointer?
  /// The last link that was read, and the one that comes next if the same is read as before.
  private var last: Link.Pointer?
  private var next: Link.Pointer?

  /// The pass that is going on, the innermost of several.
  private static var current: UnsafeMutablePointer<Pass>?
  private static var lastID: UInt32 = 0

  init(of observer: any Observer, number: Int32, links: Link.Pointer?) {
    Pass.lastID &+= 1
    self.observer = observer
    self.number = number
    id = Pass.lastID
    outer = Pass.current
    first = links
    next = links
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
  /// - Returns: The first link.
  mutating func finish() -> Link.Pointer? {
    next?.releaseAll()
    if let last { last.pointee.nextOfReading = nil } else { first = nil }
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
    if let link = next, link.pointee.property == property {
      link.pointee.pass = id
      // To the head also where it is in the list: there it is seen that the property was read before in this pass.
      if property.pointee.first != link {
        link.detach()
        link.attach()
      }
      last = link
      next = link.pointee.nextOfReading
    } else if !hasNoted(property) {
      insert(Link(observer: observer, number: number, pass: id, property: property, nextOfReading: next))
    }
  }

  /// Whether the property was read in this pass; only a pass within this one can have put a link before that.
  private func hasNoted(_ property: Dependents.Pointer) -> Bool {
    guard let link = property.pointee.first?.pointee else { return false }
    return link.observer === observer && link.number == number && link.pass == id
  }

  private mutating func insert(_ link: Link) {
    let new = Link.Pointer.allocate(capacity: 1)
    new.initialize(to: link)
    new.attach()
    if let last { last.pointee.nextOfReading = new } else { first = new }
    last = new
  }
}
