/// The calls in progress on one connection. Each call ends exactly once.
///
/// Ending a call twice is a programming error and traps.
public struct CallTable<Call> {
  /// The identity of a call in progress. A request id cannot identify a call, because a notification has no id, and the
  /// peer may use an id again.
  public struct Handle: Hashable, Sendable {
    fileprivate let number: UInt64
  }

  private var calls: [Handle: (id: RequestID?, call: Call)] = [:]
  private var handles: [RequestID: Handle] = [:]
  private var lastNumber: UInt64 = 0

  /// Creates an empty table.
  public init() {}

  /// The number of calls in progress.
  public var count: Int { calls.count }

  /// The calls in progress, oldest first.
  public var all: [Call] { calls.sorted { $0.key.number < $1.key.number }.map(\.value.call) }

  /// Whether a request with this id is in progress.
  public func contains(_ id: RequestID) -> Bool { handles[id] != nil }

  /// The call in progress with this id. Nil if there is none.
  public subscript(id: RequestID) -> Call? { handles[id].flatMap { calls[$0]?.call } }

  /// Adds a call. No request with the same id may be in progress.
  public mutating func begin(_ call: Call, id: RequestID?) -> Handle {
    lastNumber += 1
    let handle = Handle(number: lastNumber)
    calls[handle] = (id, call)
    if let id {
      precondition(handles.updateValue(handle, forKey: id) == nil, "two calls in progress have the same id")
    }
    return handle
  }

  /// Removes a call, which must be in progress.
  public mutating func end(_ handle: Handle) {
    guard let (id, _) = calls.removeValue(forKey: handle) else {
      preconditionFailure("a call ended twice")
    }
    if let id { handles[id] = nil }
  }
}
