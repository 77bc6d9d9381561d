import StateProtocol

extension Exit: Handled {
  func handle(_ call: Call, from connection: Connection) {
    connection.answer(call, with: .null)
    connection.end(.exit)
  }
}
