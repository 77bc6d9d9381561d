import StateProtocol

extension ViewClose: Handled {
  func handle(_ call: Call, from connection: Connection) throws(Failure) {
    connection.close([try connection.views.open(view, for: call).view], reason: .viewClosed, for: call)
  }
}
