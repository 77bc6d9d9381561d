/// An error of opening, reading or writing a database.
///
/// An app distinguishes errors by their ``kind``, as the example of ``AppDatabase`` does, and shows the
/// ``description``.
public struct DatabaseError: Error, CustomStringConvertible {
  /// The kinds of errors that an app can distinguish.
  public enum Kind: Sendable {
    /// The database was migrated by a newer version of the app.
    case newerVersion
    /// The path is not that of a file, such as `:memory:`, or the address is not that of a database.
    case noDatabase
    /// The file was deleted, moved or replaced since it was opened.
    case fileGone
    /// The server cannot be reached at the moment.
    case unavailable
    /// Whether the transaction was committed cannot be found out: the connection was lost during the commit.
    case outcomeUnknown
    /// The request took longer than its limit, or another transaction or process holds a lock that it needs.
    case inUse
    /// The disk is full.
    case diskFull
    /// The database is read-only.
    case readOnly
    /// The server refuses the user, or the user lacks a privilege.
    case notPermitted
    /// The database cannot store a text: PostgreSQL accepts no NUL.
    case invalidText
    /// A query would return more than its ``RowLimit``.
    case tooLarge
    /// Anything else.
    case failed
  }

  /// The kind of the error.
  public let kind: Kind
  /// A message for people, in one line, without a password.
  public let description: String
  /// The SQLSTATE of an error of the server.
  package let code: String?

  /// An error.
  public init(_ kind: Kind, _ description: String) {
    self.init(kind, description, code: nil)
  }

  package init(_ kind: Kind, _ description: String, code: String?) {
    self.kind = kind
    self.description = description
    self.code = code
  }
}
