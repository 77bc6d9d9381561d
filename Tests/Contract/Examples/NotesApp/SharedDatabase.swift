import SVVSPersistence
import SVVSPostgres

extension AppDatabase {
  /// The notes in a file, or on a server.
  static func named(_ text: String) throws -> AppDatabase {
    try .open(DatabasePlace(text), schema: "notes", migrations: .notes)
  }

  /// The notes of all who use the same server.
  static func shared(at address: String) throws -> AppDatabase {
    try .postgres(address, schema: "notes", migrations: .notes)
  }
}
