public import JSON
public import SVVS

/// A setting that is kept in the database, as `@AppStorage` keeps one in SwiftUI.
///
/// It changes when the database has the new value, also by another process.
///
/// ```swift
/// limit = StoredSetting("limit", default: 100, in: database)
/// ```
///
/// The database needs a table for settings: ``Migration/settings`` makes it.
@MainActor @Store
public final class StoredSetting<Value: JSONCodable & Sendable> {
  /// What is stored; the default if nothing is, or nothing that can be read as such a value.
  public var value: Value { isFollowed ? stored.value : initial }

  private let name: String
  private let initial: Value
  private let stored: LiveQuery<Value>
  private let database: AppDatabase
  /// Whether there may be something stored. A database in memory need not be opened just to see that
  /// there is not.
  private var isFollowed: Bool

  /// A setting of a name that no other has.
  ///
  /// The value of a database in a file is read here, so that it is there at once; that of a server as long as the
  /// app is being made.
  public init(_ name: String, default defaultValue: Value, in database: AppDatabase) {
    self.name = name
    self.database = database
    let fetch = { @Sendable (transaction: Transaction) in
      try SettingsTable.text(of: name, in: transaction).flatMap { try? Value(json: JSONValue(parsing: $0)) }
        ?? defaultValue
    }
    isFollowed = database.engine.isOpen
    initial = (try? database.engine.readAtOnce(fetch)) ?? defaultValue
    stored = LiveQuery(initial, in: database, tracking: ["setting"], fetch: fetch)
  }

  /// Stores a value. When this returns, it outlives the process.
  ///
  /// - Throws: ``DatabaseError`` if it cannot be stored; the value is then what it was.
  public func set(_ value: Value) async throws {
    var writer = JSONWriter()
    value.encode(to: &writer)
    let text = String(decoding: writer.bytes, as: UTF8.self)
    try await database.write(inOrderOf: "setting \(name)") { [name] in try SettingsTable.set(text, of: name, in: $0) }
    isFollowed = true
    // It is stored, whether it can be read at the moment or not.
    try? await stored.load()
  }
}

extension Migration {
  /// Makes the table of the ``StoredSetting``s.
  public static let settings = Migration("svvs.settings") { try SettingsTable.create(in: $0) }
}

/// The table of settings: JSON texts by name.
private enum SettingsTable {
  static func create(in transaction: Transaction) throws {
    try transaction.execute("CREATE TABLE setting (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)")
  }

  static func text(of name: String, in transaction: Transaction) throws -> String? {
    try transaction.row("SELECT value FROM setting WHERE name = \(name)")?.value("value")
  }

  static func set(_ text: String, of name: String, in transaction: Transaction) throws {
    try transaction.execute(
      """
      INSERT INTO setting (name, value) VALUES (\(name), \(text))
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """)
  }
}
