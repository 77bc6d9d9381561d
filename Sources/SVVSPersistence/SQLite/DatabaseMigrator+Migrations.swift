import GRDB

extension DatabaseMigrator {
  /// A migrator that applies each migration once, in the given order.
  init(_ migrations: [Migration]) {
    self.init()
    for migration in migrations {
      registerMigration(migration.name) { try migration.body(Transaction($0)) }
    }
  }
}
