/// Why a database cannot be opened, read or written.
///
/// An app tells errors apart by their ``kind``, as the example of ``AppDatabase`` does, and shows the ``description``.
public struct DatabaseError: Error, CustomStringConvertible {
  /// What an app can tell apart.
  public enum Kind: Sendable {
    /// What is there was migrated by a newer version of the app.
    case newerVersion
    /// The path is that of no file, such as `:memory:`, or the address that of no database.
    case noDatabase
    /// The file was deleted, moved or replaced since it was opened.
    case fileGone
    /// The server cannot be reached for now.
    case unavailable
    /// Nobody knows whether the transaction was made: the connection ended while it was.
    case outcomeUnknown
    /// It took longer than it may, or others hold what it needs.
    case inUse
    /// The disk is full.
    case diskFull
    /// It may be read only.
    case readOnly
    /// The server refuses the user, or what the user wants to do.
    case notPermitted
    /// A text that the database cannot keep: PostgreSQL takes no NUL.
    case invalidText
    /// A query would return more than its ``RowLimit``.
    case tooLarge
    /// Anything else.
    case failed
  }

  /// What went wrong.
  public let kind: Kind
  /// The same for a person, in one line, without a password.
  public let description: String
  /// What the server calls it: an SQLSTATE.
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
