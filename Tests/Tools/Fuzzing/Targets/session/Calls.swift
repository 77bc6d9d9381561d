import FuzzChecks
import JSON
import StateProtocol
import LibFuzzer

/// The calls without a reply, by id.
struct Calls {
  struct Call {
    let method: String
    let params: Value?
    /// The position in the order of sending.
    let number: Int
  }

  private var calls: [Value: [Call]] = [:]
  /// The notifications that were sent, which have no replies.
  private(set) var notifications: [Call] = []
  private var lastNumber = 0
  /// Whether the process was asked to end at once.
  private(set) var hasExit = false

  var isEmpty: Bool { calls.isEmpty }
  var all: [Call] { calls.values.flatMap(\.self) }
  var ids: [Value] { Array(calls.keys) }

  mutating func sent(_ message: IncomingMessage) {
    switch message {
    case .single(let entry): sent(entry)
    case .batch(let entries): for entry in entries { sent(entry) }
    }
  }

  private mutating func sent(_ entry: IncomingMessage.Entry) {
    switch entry {
    case .request(let request):
      if request.method == "exit" { hasExit = true }
      let params = request.params.map(Value.init)
      if let id = request.id {
        sent(request.method, params, id: id)
      } else {
        lastNumber += 1
        notifications.append(Call(method: request.method, params: params, number: lastNumber))
      }
    case .response: break
    case .invalid(_, let id?): sent("", nil, id: id)
    case .invalid(_, nil): break
    }
  }

  /// Adds a call that must get a reply.
  mutating func sent(_ method: String, _ params: Value?, id: RequestID) {
    lastNumber += 1
    calls[Value(id), default: []].append(Call(method: method, params: params, number: lastNumber))
  }

  /// Removes and returns the call of a reply; nil if several calls have this id.
  mutating func answered(_ id: Value) -> Call? {
    guard let candidates = calls[id], let first = candidates.first else {
      Fuzzer.finding("replies to \(id), which is not the id of a call without a reply")
    }
    let rest = Array(candidates.dropFirst())
    calls[id] = rest.isEmpty ? nil : rest
    return rest.isEmpty ? first : nil
  }
}

extension Value {
  fileprivate init(_ id: RequestID) {
    switch id {
    case .string(let text): self = .text(text.string)
    case .integer(let value): self = .integer(value)
    case .null: self = .null
    }
  }
}
