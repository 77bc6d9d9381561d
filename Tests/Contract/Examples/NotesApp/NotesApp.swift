import SVVSPersistence
import StateServerCommand

@main
struct NotesApp: ConfigurableApp {
  struct Options: ParsableArguments {
    @Option(help: ArgumentHelp("Keep the notes in a file. (default: in memory)", valueName: "path"))
    var database: String?
  }

  static let name = "notes"
  static let version = "1.2.0"
  private let store: NoteStore

  init() { store = NoteStore(database: AppDatabase(migrations: .notes)) }

  init(options: Options) throws { store = NoteStore(database: try options.openDatabase()) }

  var views: [ViewType<Void>] { [ViewType(NotesViewState.self) { NotesViewState(store: store) }] }
}

extension NotesApp.Options {
  func openDatabase() throws -> AppDatabase {
    if let database, database.hasPrefix("postgres://") { return try .shared(at: database) }
    guard let path = database else { return AppDatabase(migrations: .notes) }
    do {
      return try AppDatabase(path: path, migrations: .notes)
    } catch let error as DatabaseError where error.kind == .newerVersion {
      throw ValidationError("\(path) was written by a newer version of this program.")
    } catch {
      throw ValidationError("\(path) cannot be opened: \(error)")
    }
  }
}
