import GRDB

extension DatabaseMigrator {
  /// Makes what the migrations make, each once, in their order.
  init(_ migrations: [Migration]) {
    self.init()
    for migration in migrations {
      registerMigration(migration.name) { try migration.body(Transaction($0)) }
    }
  }
}
