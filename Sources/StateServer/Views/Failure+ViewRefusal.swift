import JSON
import SVVS
import StateProtocol

extension Failure {
  /// The failure of an opening that the app refuses.
  init(_ refusal: ViewRefusal) {
    self.init(.invalidParams(path: JSONPointer(ParameterName.params)), refusal.message)
  }
}
