import SVVSPersistence

/// The schema of an app's tables, and the names that all processes use for its change log.
struct LogSchema: Sendable {
  /// The schema's name, as the app gives it.
  let name: String
  /// The schema's name, as an identifier in SQL.
  let quoted: String
  /// The statement that sets the search path of a transaction that runs the app's SQL.
  ///
  /// PostgreSQL searches `pg_catalog` first, because the path does not name it. No other schema is searched, because
  /// every role may create functions and operators in `public` on a server before version 15.
  let appSearchPath: String
  /// The name of the notification channel.
  let channel: String
  /// The advisory locks. The first lock is held while a follower waits for notifications, the second while the schema
  /// is changed, and the third while the log is pruned.
  let notificationLock, setupLock, pruningLock: Int64

  /// - Throws: ``DatabaseError`` if PostgreSQL would truncate the name or cannot store it, or if a schema of this name
  ///   cannot hold the data of an app.
  init(_ name: String) throws(DatabaseError) {
    guard (1...63).contains(name.utf8.count), !name.utf8.contains(0) else {
      throw DatabaseError(.failed, "The name of a schema has 1 to 63 bytes, and no NUL.")
    }
    if let reason = LogSchema.reason(against: name) {
      throw DatabaseError(.failed, "The schema \"\(name)\" cannot hold the data of an app: \(reason).")
    }
    self.name = name
    quoted = LogSchema.quoted(name)
    appSearchPath = "SET LOCAL search_path TO \(quoted), pg_temp"
    // The channel and the locks are derived from the schema's name, not from its identifier in the catalog. A restored
    // dump has the same functions, but another identifier.
    let number = LogSchema.hash("svvs \(name)")
    channel = "svvs_" + String(number, radix: 16)
    notificationLock = Int64(bitPattern: number)
    setupLock = notificationLock &+ 1
    pruningLock = notificationLock &+ 2
  }

  private static func reason(against name: String) -> String? {
    switch name {
    case "$user": "in a search path, PostgreSQL replaces it by the name of the role"
    case "public": "other programs use it, and before PostgreSQL 15 every role may create functions in it"
    case "information_schema": "it belongs to PostgreSQL"
    case let name where name.hasPrefix("pg_"): "names that begin with pg_ belong to PostgreSQL"
    default: nil
    }
  }

  /// The qualified name of a table or a function in the schema, as an identifier.
  func qualified(_ name: String) -> String { "\(quoted).\(LogSchema.quoted(name))" }

  /// The search path of the module's own SQL. A statement that runs without this search path names the schema of each
  /// function, operator and type. Otherwise PostgreSQL would choose among overloads by the closest argument types, not
  /// by the order of the schemas.
  static let ownSearchPath = "search_path TO pg_catalog, pg_temp"

  static func quoted(_ identifier: String) -> String {
    "\"\(identifier.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
  }

  /// A text as a SQL literal, which may be nested in another literal.
  static func literal(_ text: String) -> String {
    // With the prefix E, a backslash means the same whatever the server's settings are. A quote is doubled, because
    // `backslash_quote` may forbid `\'`.
    let escaped = text.map { $0 == "'" || $0 == "\\" ? "\($0)\($0)" : String($0) }.joined()
    return "E'\(escaped)'"
  }

  /// The FNV-1a hash, which is the same in every process and every version of the program.
  static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
