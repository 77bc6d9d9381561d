import Contract
import StateProtocol

extension Discover: Handled {
  func handle(_ call: Call, from connection: Connection) {
    let document = OpenRPCDocument(of: connection.host.app.schema)
    connection.answer(call) { document.encode(to: &$0) }
  }
}
