import JSONRPC
import SVVS

/// `exit`: ends the process, with status 0 after `shutdown` and 1 without.
@JSONCodable
struct Exit: Method {
  static let name = "exit"

  func perform(_ call: Call, on connection: Connection) {
    let wasShutDown = connection.phase == .shuttingDown || connection.phase == .shutDown
    connection.reply(.null, to: call)
    connection.end(status: wasShutDown ? 0 : 1)
  }
}
