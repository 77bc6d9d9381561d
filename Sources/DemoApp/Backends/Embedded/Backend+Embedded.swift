extension Backend {
  /// The embedded backend in memory, made when first needed.
  public static func embedded() -> Backend {
    Backend(on: EmbeddedDatabase())
  }

  /// The embedded backend in a file.
  ///
  /// - Throws: If the file cannot be opened or is no database of this app.
  public static func embedded(path: String) throws -> Backend {
    Backend(on: try EmbeddedDatabase(path: path))
  }

  private init(on database: EmbeddedDatabase) {
    self.init(
      users: EmbeddedUserRepository(database: database),
      authentication: EmbeddedAuthenticationRepository(database: database))
  }
}
