import JSONRPC
import SVVS

/// `exit`: ends the process, with status 0 after `shutdown` and 1 without.
@JSONCodable
struct Exit: Method {
  static let name = "exit"
  static let result = JSONSchema.null

  func perform(_ call: Call, on connection: Connection) {
    connection.reply(.null, to: call)
    switch connection.phase {
    case .shuttingDown: connection.exitsWhenShutDown = true
    case .shutDown: connection.end(status: 0)
    default: connection.end(status: 1)
    }
  }
}
