public import SVVSPersistence

extension Backend {
  /// Creates the embedded backend, by default in memory.
  public static func embedded(in database: AppDatabase = .demoInMemory()) -> Backend {
    let authentication = EmbeddedAuthenticationRepository(database: database)
    return Backend(
      users: EmbeddedUserRepository(database: database),
      authentication: authentication,
      notes: EmbeddedNoteRepository(database: database),
      smoothies: EmbeddedSmoothieRepository(database: database),
      chat: EmbeddedChatAuthentication(authentication: authentication, database: database),
      search: UnavailableSearchRepository(),
      database: database)
  }
}
