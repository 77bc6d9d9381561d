import CLibrary
import CPostgres
import SVVSPersistence

/// libpq, PostgreSQL's client library, loaded on first use.
enum PostgresLibrary {
  /// The names on Linux and on macOS, where Homebrew installs the library in a directory of its own.
  private static let names = [
    "libpq.so.5",
    "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib", "/usr/local/opt/libpq/lib/libpq.5.dylib",
  ]

  private static let found = Result { () throws(DatabaseError) in try load(anyOf: names) }

  /// The functions of the library.
  static func functions() throws(DatabaseError) -> svvs_pq {
    try found.get()
  }

  static func load(anyOf names: [String]) throws(DatabaseError) -> svvs_pq {
    guard let library = names.lazy.compactMap({ svvs_load_library($0) }).first else {
      throw DatabaseError(.failed, "libpq, the client library of PostgreSQL, is not installed: apt-get install libpq5")
    }
    let functions = UnsafeMutablePointer<svvs_pq>.allocate(capacity: 1)
    defer { functions.deallocate() }
    if let missing = svvs_pq_find(library, functions) {
      throw DatabaseError(
        .failed, "libpq, the client library of PostgreSQL, is too old: it has no \(String(cString: missing)).")
    }
    return functions.pointee
  }
}

extension svvs_pq {
  /// The library's message for the last failure. It may have several lines.
  func message(of connection: OpaquePointer) -> String {
    errorMessage(connection).map { String(cString: $0) } ?? ""
  }
}
