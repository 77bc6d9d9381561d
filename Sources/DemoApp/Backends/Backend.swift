public import SVVSPersistence

/// The sources of an app's data: the repositories, and the database for the data that the app itself keeps.
public struct Backend: Sendable {
  package let users: any UserRepository
  package let authentication: any AuthenticationRepository
  package let notes: any NoteRepository
  package let smoothies: any SmoothieRepository
  package let chat: any ChatAuthentication
  /// The service in which users are searched. It does not depend on the other repositories.
  package let search: any SearchRepository
  package let database: AppDatabase
  /// The database that keeps the logins to the chat.
  package let loginDatabase: AppDatabase

  /// Creates a backend from repositories and a database for notes, favourites, settings and the chat.
  ///
  /// `loginDatabase` keeps the logins to the chat. By default, it is the same as `database`.
  public init(
    users: any UserRepository, authentication: any AuthenticationRepository, notes: any NoteRepository,
    smoothies: any SmoothieRepository, chat: any ChatAuthentication, search: any SearchRepository,
    database: AppDatabase = .demoInMemory(), loginDatabase: AppDatabase? = nil
  ) {
    self.users = users
    self.authentication = authentication
    self.notes = notes
    self.smoothies = smoothies
    self.chat = chat
    self.search = search
    self.database = database
    self.loginDatabase = loginDatabase ?? database
  }
}

extension AppDatabase {
  /// Creates the app's database in memory. The database is opened when it is first used.
  public static func demoInMemory() -> AppDatabase {
    AppDatabase(migrations: Schema.migrations)
  }
}
