public import JSON
public import SVVS

/// A setting in the database, similar to `@AppStorage` in SwiftUI.
///
/// ``value`` changes after the new value was stored in the database. It also changes if another process stored the new
/// value.
///
/// ```swift
/// limit = StoredSetting("limit", default: 100, in: database)
/// ```
///
/// The database needs a table for settings, which ``Migration/settings`` creates.
@MainActor @Store
public final class StoredSetting<Value: JSONCodable & Sendable> {
  /// The stored value. If no value is stored, or if it cannot be decoded, this is the default.
  public var value: Value { isFollowed ? stored.value : initial }

  private let name: String
  private let initial: Value
  private let stored: LiveQuery<Value>
  private let database: AppDatabase
  /// Whether there may be a stored value. A database in memory is not opened just to find that no value is stored.
  private var isFollowed: Bool

  /// A setting with a name that is unique in the database.
  ///
  /// If the database is a file, the initializer reads the value, so that it is available at once. If the database is on
  /// a server, the initializer reads the value only while the app is being created.
  public init(_ name: String, default defaultValue: Value, in database: AppDatabase) {
    self.name = name
    self.database = database
    let fetch = { @Sendable (transaction: Transaction) in
      let text: String? = try transaction.row("SELECT value FROM setting WHERE name = \(name)")?.value("value")
      return text.flatMap { try? Value(json: JSONValue(parsing: $0)) } ?? defaultValue
    }
    isFollowed = database.engine.isOpen
    initial = (try? database.engine.readAtOnce(fetch)) ?? defaultValue
    stored = LiveQuery(initial, in: database, tracking: ["setting"], fetch: fetch)
  }

  /// Stores a value. When this method returns, the value is stored and outlives the process.
  ///
  /// - Throws: ``DatabaseError`` if the value cannot be stored; ``value`` is then unchanged.
  public func set(_ value: Value) async throws {
    let text = value.jsonString
    try await database.write(inOrderOf: "setting \(name)") { [name] transaction in
      try transaction.execute(
        """
        INSERT INTO setting (name, value) VALUES (\(name), \(text))
        ON CONFLICT (name) DO UPDATE SET value = excluded.value
        """)
    }
    isFollowed = true
    // The value is stored, so it does not matter if it cannot be read at the moment.
    try? await stored.load()
  }
}

extension Migration {
  /// Creates the table of the ``StoredSetting``s: JSON texts by name.
  public static let settings = Migration("svvs.settings") { transaction in
    try transaction.execute("CREATE TABLE setting (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)")
  }
}
