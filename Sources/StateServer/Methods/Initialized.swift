import JSONRPC
import SVVS

/// `initialized`: accepted, does nothing.
@JSONCodable
struct Initialized: Method {
  static let name = "initialized"
  static let result = JSONSchema.null

  func perform(_ call: Call, on connection: Connection) {
    connection.reply(.null, to: call)
  }
}
