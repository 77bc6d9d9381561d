import SVVSPersistence

extension Backend {
  /// The embedded backend in memory, made when first needed.
  public static func embedded() -> Backend {
    Backend(on: .demoInMemory())
  }

  /// The embedded backend in a file.
  ///
  /// - Throws: If the file cannot be opened, is no database of this app, or one of a newer version.
  public static func embedded(path: String) throws -> Backend {
    Backend(on: try AppDatabase(path: path, migrations: Schema.migrations))
  }

  private init(on database: AppDatabase) {
    self.init(
      users: EmbeddedUserRepository(database: database),
      authentication: EmbeddedAuthenticationRepository(database: database),
      notes: EmbeddedNoteRepository(database: database),
      smoothies: EmbeddedSmoothieRepository(database: database),
      search: UnavailableSearchRepository(),
      database: database)
  }
}
