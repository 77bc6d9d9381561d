import JSON
import StateProtocol

/// The error with which an app refuses to open a view.
///
/// The front end gets `InvalidParams` with the message; nothing is logged as an error.
///
/// ```swift
/// ViewType(EntriesViewState.self) { history in
///   guard let reader = store.login.current else { throw ViewRefusal("Log in first.") }
///   return EntriesViewState(reader)
/// }
/// ```
public struct ViewRefusal: Error {
  /// Why, for people: one sentence.
  public let message: String

  /// A refusal with a sentence for people.
  public init(_ message: String) { self.message = message }
}

extension Failure {
  /// The failure of an opening that the app refuses.
  init(_ refusal: ViewRefusal) {
    self.init(.invalidParams(path: JSONPointer(ParameterName.params)), refusal.message)
  }
}
