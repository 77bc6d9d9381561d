import SVVSPersistence
import SVVSPostgres

extension AppDatabase {
  /// The notes of all who use the same server.
  static func shared(at address: String) throws -> AppDatabase {
    try .postgres(address, schema: "notes", migrations: .notes)
  }
}
