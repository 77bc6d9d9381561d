/// The calls under way on one connection, each of which ends exactly once.
///
/// Ending a call that is not under way is a programming error and traps. Cancelling one is not: it
/// may have ended while the cancellation was on its way.
public struct CallTable<Call> {
  /// Names one call for as long as it is under way; ids of the peer may be missing or come again.
  public struct Handle: Hashable, Sendable {
    fileprivate let number: UInt64
  }

  private var calls: [Handle: (id: RequestID?, call: Call)] = [:]
  private var handles: [RequestID: Handle] = [:]
  private var lastNumber: UInt64 = 0

  /// A table without calls.
  public init() {}

  /// How many calls are under way.
  public var count: Int { calls.count }

  /// The calls under way, oldest first.
  public var all: [Call] { calls.sorted { $0.key.number < $1.key.number }.map(\.value.call) }

  /// Whether a request with this id is under way.
  public func contains(_ id: RequestID) -> Bool { handles[id] != nil }

  /// The call under way that the peer calls by this id.
  public subscript(id: RequestID) -> Call? { handles[id].flatMap { calls[$0]?.call } }

  /// Notes that a call has begun; the id must not be under way.
  public mutating func begin(_ call: Call, id: RequestID?) -> Handle {
    lastNumber += 1
    let handle = Handle(number: lastNumber)
    calls[handle] = (id, call)
    if let id {
      precondition(handles.updateValue(handle, forKey: id) == nil, "two calls under way have one id")
    }
    return handle
  }

  /// Notes that a call has ended; it must be under way.
  public mutating func end(_ handle: Handle) {
    guard let (id, _) = calls.removeValue(forKey: handle) else {
      preconditionFailure("a call ended twice")
    }
    if let id { handles[id] = nil }
  }
}
