/// An error that occurred while a database was opened, read or written.
///
/// An app distinguishes errors by their ``kind``, as in the example of ``AppDatabase``, and shows the ``description``.
public struct DatabaseError: Error, CustomStringConvertible {
  /// The kinds of errors that an app can distinguish.
  public enum Kind: Sendable {
    /// The database was migrated by a newer version of the app.
    case newerVersion
    /// The path does not name a file (for example, `:memory:`), or the address does not name a database.
    case noDatabase
    /// The file was deleted, moved or replaced since it was opened.
    case fileGone
    /// The server cannot be reached at the moment.
    case unavailable
    /// The connection was lost during the commit, and it cannot be found out whether the transaction was committed.
    case outcomeUnknown
    /// The request took longer than its limit, or another transaction or process holds a lock that the request needs.
    case inUse
    /// The disk is full.
    case diskFull
    /// The database is read-only.
    case readOnly
    /// The server refuses the user, or the user lacks a privilege.
    case notPermitted
    /// The database cannot store the text. PostgreSQL does not accept text that contains NUL.
    case invalidText
    /// A query would return more than its ``RowLimit``.
    case tooLarge
    /// Any other error occurred.
    case failed
  }

  /// The kind of the error.
  public let kind: Kind
  /// A message for people: one line, without a password.
  public let description: String
  /// The SQLSTATE of an error that the server reported; nil for other errors.
  package let code: String?

  /// An error of a kind, with a message for people.
  public init(_ kind: Kind, _ description: String) {
    self.init(kind, description, code: nil)
  }

  package init(_ kind: Kind, _ description: String, code: String?) {
    self.kind = kind
    self.description = description
    self.code = code
  }
}
