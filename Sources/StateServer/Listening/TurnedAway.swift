import JSON
import JSONRPC
import MainLoop
import StateProtocol

/// The connection of one too many: it is sent why, and ended.
@MainActor
final class TurnedAway: TransportClient {
  /// - Parameter framing: The one that the server speaks; nil if clients choose, which this one has not done yet.
  init(_ transport: any Transport, framing: Framing?) {
    var writer = JSONWriter()
    writer.response(to: .null, failure: Failure(.overloaded(.connections), "There are too many connections."))
    transport.send { (framing ?? .ndjson).append(writer.bytes, to: &$0) }
    transport.end(status: 1, patience: .seconds(1))
  }

  func received(_ bytes: UnsafeRawBufferPointer) {}
  func inputEnded() {}
  func outputDrained() {}
  func outputClosed(failure: Int32?) {}
}
