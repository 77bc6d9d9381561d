import JSON
import SVVS

/// A view that a client has opened.
@MainActor
final class OpenView {
  let id: ExactString
  /// Orders the views of a connection by when they were opened.
  let number: Int
  let session: ExactString
  let type: ViewTypeDescription
  let observer: any ViewObserver

  /// The commit of the last snapshot or change that the client was sent.
  var lastCommit = 0
  /// The last commit that had a change of this view; opening it counts as one.
  var lastChange = 0
  /// Whether it may have changed since the last commit of the connection.
  var isDirty = false
  /// The calls of this view that have not settled, oldest first.
  var calls: [Call] = []
  /// What closes the view; clients can use it no more then.
  var closing: Closing?
  /// Whether its opening could not be told, so that it was closed at once.
  var isAbandoned = false
  /// Why the view was closed, once the answer that says so is on its way.
  var closed: CancellationReason?

  init(id: ExactString, number: Int, session: ExactString, type: ViewTypeDescription, observer: any ViewObserver) {
    self.id = id
    self.number = number
    self.session = session
    self.type = type
    self.observer = observer
  }
}
