/// A change to the tables of a database. It is applied once to each database.
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
/// The database stores the name of the migration. Never change the name or the body of a migration that was released:
/// append another migration.
public struct Migration: Sendable {
  package let name: String
  package let keys: [String: String]
  package let body: @Sendable (Transaction) throws -> Void

  /// - Parameters:
  ///   - name: The name of the migration in the database.
  ///   - keys: The key column of each table that has one: for example, `["message": "roomID"]`. A ``LiveQuery`` can
  ///     track the rows that have one particular value in this column. Changes of other rows do not run such a query
  ///     again.
  ///   - body: Creates the tables, and inserts their initial rows.
  public init(_ name: String, keys: [String: String] = [:], _ body: @escaping @Sendable (Transaction) throws -> Void) {
    self.name = name
    self.keys = keys
    self.body = body
  }
}
