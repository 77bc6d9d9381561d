public import SVVSPersistence

/// Where an app's data comes from: the repositories, and the database for what the app itself keeps.
public struct Backend: Sendable {
  let users: any UserRepository
  let authentication: any AuthenticationRepository
  let notes: any NoteRepository
  let smoothies: any SmoothieRepository
  let chat: any ChatAuthentication
  /// The service that is searched, whichever the other repositories are.
  let search: any SearchRepository
  let database: AppDatabase
  /// What remembers the logins to the chat.
  let loginDatabase: AppDatabase

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
  /// What is in a database of the app.
  public nonisolated static var migrations: [Migration] { Schema.migrations }
}

extension AppDatabase {
  /// The app's own database in memory, made when first needed.
  public static func demoInMemory() -> AppDatabase {
    AppDatabase(migrations: ShippedApp.migrations)
  }
}
