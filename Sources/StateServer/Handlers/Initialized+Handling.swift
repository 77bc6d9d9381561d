import StateProtocol

extension Initialized: Handled {
  func handle(_ call: Call, from connection: Connection) { connection.answer(call, with: .null) }
}
