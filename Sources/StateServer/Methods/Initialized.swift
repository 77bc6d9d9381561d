import JSONRPC
import SVVS

/// `initialized`: accepted, does nothing.
@JSONCodable
struct Initialized: Method {
  static let name = "initialized"

  func perform(_ call: Call, on connection: Connection) {
    connection.reply(.null, to: call)
  }
}
