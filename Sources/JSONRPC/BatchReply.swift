/// Gathers the responses of one batch until the last is there.
public struct BatchReply: Sendable {
  private var outstanding: Int
  private var text: [UInt8] = []

  /// A batch that gets this many responses, at least one.
  public init(count: Int) {
    outstanding = count
  }

  /// Takes a response; returns the whole reply, an array, if it was the last.
  public mutating func add(_ response: some Collection<UInt8>) -> [UInt8]? {
    precondition(outstanding > 0, "a batch has more responses than requests")
    outstanding -= 1
    text.append(text.isEmpty ? UInt8(ascii: "[") : UInt8(ascii: ","))
    text.append(contentsOf: response)
    guard outstanding == 0 else { return nil }
    text.append(UInt8(ascii: "]"))
    return text
  }
}
