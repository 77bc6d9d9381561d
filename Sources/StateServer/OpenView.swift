import SVVS

/// A view that a client has opened.
@MainActor
final class OpenView {
  let id: String
  /// Orders the views of a connection by when they were opened.
  let number: Int
  let session: String
  let type: ViewTypeDescription
  let observer: ViewObserver

  /// The commit of the last snapshot or change that the client was sent.
  var lastCommit = 0
  /// The calls of this view that have not settled, oldest first.
  var calls: [Call] = []
  /// Whether the view is being closed; clients can use it no more.
  var isClosing = false

  init(id: String, number: Int, session: String, type: ViewTypeDescription, observer: ViewObserver) {
    self.id = id
    self.number = number
    self.session = session
    self.type = type
    self.observer = observer
  }
}
