import StateProtocol

extension ViewSet: Handled {
  func handle(_ call: Call, from connection: Connection) throws(Failure) {
    let view = try connection.views.open(view, for: call).view
    let assign: @MainActor () -> Void
    do {
      assign = try view.assignment(of: properties.json)
    } catch {
      throw Failure(error, inside: ParameterName.properties)
    }
    connection.host.commits.run(call, on: view, assign)
    connection.answer(call, with: .committed)
  }
}
