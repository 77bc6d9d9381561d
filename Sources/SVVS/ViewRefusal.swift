/// An error that the initializer of a view state throws to refuse to open the view.
///
/// The front end gets the error `InvalidParams` with the message. The server does not log an error.
///
/// ```swift
/// guard let list = login.current else { throw ViewRefusal("Log in first.") }
/// (self.list, lifetime) = (list, login.lifetime)
/// ```
public struct ViewRefusal: Error {
  /// The reason: one sentence for people.
  public let message: String

  /// Creates a refusal with a reason for people.
  public init(_ message: String) { self.message = message }
}
