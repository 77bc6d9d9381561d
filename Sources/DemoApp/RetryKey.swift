import Foundation

/// A key that identifies one addition of a user, so that a retry does not add the same thing twice.
///
/// The outcome of a write is unknown if the connection to the database is lost during its commit. A user who then tries
/// again sends the same key, and the database adds nothing if the first attempt was committed.
public struct RetryKey: Hashable, Sendable {
  /// The unique text of the key.
  public let text = UUID().uuidString

  /// Creates a unique key.
  public init() {}
}
