import JSON
import StateProtocol

extension ServerLimits {
  /// Checks that a name that a client has chosen is not too long: it may come again in many messages.
  func check(_ name: ExactString, _ subject: String, at path: JSONPointer) throws(Failure) {
    guard name.string.utf8.count > nameSize else { return }
    throw Failure(.invalidParams(path: path), "\(subject) is longer than \(nameSize) bytes.")
  }
}
