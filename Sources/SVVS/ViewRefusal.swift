/// The error with which an app refuses to open a view: thrown where a view state is made.
///
/// The front end gets `InvalidParams` with the message; nothing is logged as an error.
///
/// ```swift
/// guard let list = login.current else { throw ViewRefusal("Log in first.") }
/// (self.list, lifetime) = (list, login.lifetime)
/// ```
public struct ViewRefusal: Error {
  /// Why, for people: one sentence.
  public let message: String

  /// A refusal with a sentence for people.
  public init(_ message: String) { self.message = message }
}
