import DemoApp
import SVVSPersistence
import StateServerCommand

#if Postgres
  import SVVSPostgres
#endif

/// Where the app keeps what it keeps.
struct DatabaseOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Keep the data in a file, or share it in PostgreSQL: postgres://HOST/NAME. (default: in memory)",
      discussion: "Logins: 12345, test and hanako, password: password.", valueName: "path|url"),
    completion: .file())
  var database: String?

  @Option(
    help: ArgumentHelp("The schema of the PostgreSQL database that holds the data. (default: svvs)", valueName: "name"))
  var databaseSchema: String?

  /// Whether the database is one of PostgreSQL, named as libpq takes it: by a URL, or by keywords such as `dbname=x`.
  private var isServer: Bool {
    database?.contains(/^(postgres(ql)?:\/\/|[a-z_]+ *=)/) == true
  }

  func validate() throws {
    guard database != "" else { throw ValidationError("--database needs a path.") }
    // A URL may hold a password in more places than one, so that it is not repeated.
    if let database, !isServer, database.contains(/^([A-Za-z][A-Za-z0-9+.\-]*:\/|file:)/) {
      throw ValidationError("--database needs the path of a file or postgres://…, and takes no other URL.")
    }
    guard databaseSchema == nil || isServer else {
      throw ValidationError("--database-schema needs a --database of PostgreSQL.")
    }
    guard databaseSchema != "" else { throw ValidationError("--database-schema needs a name.") }
  }

  /// Opens the database.
  func open() throws -> AppDatabase {
    guard let database else { return .demoInMemory() }
    guard isServer else {
      do {
        return try AppDatabase(path: database, migrations: ShippedApp.migrations)
      } catch {
        throw ValidationError("The database '\(database)' cannot be opened: \(error)")
      }
    }
    #if Postgres
      do {
        // The address is in the list of processes, for all to see.
        guard try !PostgresAddress(database).hasPassword else {
          throw ValidationError("--database takes no password: put it in PGPASSWORD, ~/.pgpass or a service file.")
        }
        return try .postgres(database, schema: databaseSchema ?? "svvs", migrations: ShippedApp.migrations)
      } catch let error as DatabaseError {
        throw ValidationError("The database cannot be opened: \(error)")
      }
    #else
      throw ValidationError("--database: built without PostgreSQL; build with: swift build --product svvs")
    #endif
  }
}
