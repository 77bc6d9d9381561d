import Foundation

/// The key of one thing that a user adds, with which it is added at most once.
///
/// The outcome of a write is unknown if the connection to the database is lost during its commit. A user who then tries
/// again sends the same key, and the database adds nothing if the first attempt was committed.
public struct RetryKey: Hashable, Sendable {
  /// A text that no other key has.
  public let text = UUID().uuidString

  /// A key that no other addition has.
  public init() {}
}
