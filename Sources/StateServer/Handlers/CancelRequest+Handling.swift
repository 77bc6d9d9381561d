import StateProtocol

extension CancelRequest: Handled {
  func handle(_ call: Call, from connection: Connection) {
    connection.calls.cancel(id)
    connection.answer(call, with: .null)
  }
}
