import Foundation

/// A key that identifies something that a user adds, so that a retry does not add the same thing twice.
///
/// The outcome of a write is unknown if the connection to the database is lost during the commit. If the user then
/// tries again, the same key is sent. The database adds nothing if the first attempt was committed.
public struct RetryKey: Hashable, Sendable {
  /// The unique text of the key.
  public let text = UUID().uuidString

  /// Creates a unique key.
  public init() {}
}
