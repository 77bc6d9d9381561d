public import SVVSPersistence

extension Backend {
  /// The embedded backend, in memory or in another database of the app.
  public static func embedded(in database: AppDatabase = .demoInMemory()) -> Backend {
    Backend(
      users: EmbeddedUserRepository(database: database),
      authentication: EmbeddedAuthenticationRepository(database: database),
      notes: EmbeddedNoteRepository(database: database),
      smoothies: EmbeddedSmoothieRepository(database: database),
      search: UnavailableSearchRepository(),
      database: database)
  }
}
