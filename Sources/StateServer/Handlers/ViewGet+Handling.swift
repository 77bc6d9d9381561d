import StateProtocol

extension ViewGet: Handled {
  func handle(_ call: Call, from connection: Connection) throws(Failure) {
    connection.answer(call, with: .snapshot(try connection.views.open(view, for: call)))
  }
}
