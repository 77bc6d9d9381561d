public import SVVSPersistence

/// Where an app's data comes from: the repositories, and the database for what the app itself keeps.
public struct Backend: Sendable {
  package let users: any UserRepository
  package let authentication: any AuthenticationRepository
  package let notes: any NoteRepository
  package let smoothies: any SmoothieRepository
  package let chat: any ChatAuthentication
  /// The service that is searched, whichever the other repositories are.
  package let search: any SearchRepository
  package let database: AppDatabase
  /// The database that keeps the logins to the chat.
  package let loginDatabase: AppDatabase

  /// A backend of repositories, with a database that keeps notes, favourites, settings and the chat.
  ///
  /// - Parameter loginDatabase: What remembers the logins to the chat; the same database unless another is given.
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

extension ShippedApp {
  /// The migrations of the app's database.
  public nonisolated static var migrations: [Migration] { Schema.migrations }
}

extension AppDatabase {
  /// The app's own database in memory, made when first needed.
  public static func demoInMemory() -> AppDatabase {
    AppDatabase(migrations: ShippedApp.migrations)
  }
}
