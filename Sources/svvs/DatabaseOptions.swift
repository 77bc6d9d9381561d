import DemoApp
import JSON
import SVVSPersistence
import StateServerCommand

#if Postgres
  import SVVSPostgres
#endif

/// The options that choose where the app's data is kept.
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

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The writes that are made at once in PostgreSQL, 1 to 100. (default: 4)", valueName: "number"),
    transform: connectionCount)
  var databaseConnections: Int?

  func validate() throws {
    switch try place() {
    case .server:
      guard databaseSchema != "" else { throw ValidationError("--database-schema needs a name.") }
    case .file, nil:
      for (option, isGiven) in [
        ("--database-schema", databaseSchema != nil), ("--database-connections", databaseConnections != nil),
      ] where isGiven {
        throw ValidationError("\(option) needs --database with the address of a PostgreSQL database.")
      }
    }
  }

  /// Opens the database.
  func open() throws -> AppDatabase {
    guard let place = try place() else { return .demoInMemory() }
    do {
      #if Postgres
        return try .open(
          place, schema: databaseSchema ?? "svvs", writerCount: databaseConnections ?? 4,
          migrations: Schema.migrations)
      #else
        guard case .file(let path) = place else {
          throw ValidationError("--database: built without PostgreSQL; build with: swift build --product svvs")
        }
        return try AppDatabase(path: path, migrations: Schema.migrations)
      #endif
    } catch let error as DatabaseError {
      // The error repeats a path, but not an address, which may contain a password.
      let name = if case .file(let path) = place { " '\(path)'" } else { "" }
      throw ValidationError("The database\(name) cannot be opened: \(error)")
    }
  }

  private func place() throws -> DatabasePlace? {
    do {
      return try database.map { text throws(DatabaseError) in try DatabasePlace(text) }
    } catch {
      throw ValidationError("--database: \(error)")
    }
  }
}

private func connectionCount(_ text: String) throws -> Int {
  guard let number = Int(digits: text), 1...100 ~= number else { throw ValidationError("must be from 1 to 100") }
  return number
}
