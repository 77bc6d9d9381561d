import JSONRPC
import SVVS

/// `shutdown`: cancels every call, answers each, then replies `null`. After it only `exit` is taken.
@JSONCodable
struct Shutdown: Method {
  static let name = "shutdown"
  static let result = JSONSchema.null

  func perform(_ call: Call, on connection: Connection) {
    connection.phase = .shuttingDown
    connection.shutdown = Task.immediate {
      await connection.endAllWork()
      connection.phase = .shutDown
      connection.reply(.null, to: call)
      if connection.exitsWhenShutDown { connection.end(status: 0) }
    }
  }
}
