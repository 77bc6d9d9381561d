/// The location of an ``AppDatabase``, given as a command-line argument: a file or a server.
public enum DatabasePlace: Sendable, Equatable {
  /// A file, by its path.
  case file(String)
  /// A server, by a URL such as `postgres://HOST/NAME`, or by keywords such as `host=HOST dbname=NAME`.
  case server(String)

  /// Parses a path or an address. If the name of a file looks like keywords, write its directory, too: `./a=b`.
  ///
  /// - Throws: ``DatabaseError`` of the kind `noDatabase` if the text is empty, or is a URL of another form than
  ///   `postgres://HOST/NAME`. The error does not repeat the text, which may contain a password.
  public init(_ text: String) throws(DatabaseError) {
    if text.contains(/^(postgres(ql)?:\/\/|[a-z_]+ *=)/) {
      self = .server(text)
    } else if text.isEmpty || text.contains(/^([A-Za-z][A-Za-z0-9+.\-]*:\/|(file|postgres(ql)?):|postgres(ql)?\/\/)/) {
      throw DatabaseError(
        .noDatabase, "A database is the path of a file or postgres://HOST/NAME; it takes no other URL.")
    } else {
      self = .file(text)
    }
  }
}
