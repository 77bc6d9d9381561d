/// One version's change to what is in a database, made once in each.
///
/// ```swift
/// static let notes = [
///   .settings,
///   Migration("notes") { transaction in
///     try transaction.execute("CREATE TABLE note (id \(.identity), text TEXT NOT NULL)")
///   },
/// ]
/// ```
///
/// Its name is kept in the database, so that it never changes, and neither does what it does: what comes later is
/// another migration behind it.
public struct Migration: Sendable {
  package let name: String
  package let keys: [String: String]
  package let body: @Sendable (Transaction) throws -> Void

  /// - Parameters:
  ///   - name: What names the migration in the database.
  ///   - keys: The column of a table whose values tell its rows apart for a ``LiveQuery`` on some of them, such as
  ///     `["message": "roomID"]`. Changes in other rows do not run such a query again.
  ///   - body: Makes the tables, and what they hold at first.
  public init(_ name: String, keys: [String: String] = [:], _ body: @escaping @Sendable (Transaction) throws -> Void) {
    self.name = name
    self.keys = keys
    self.body = body
  }
}
