import CPostgres
import SVVSPersistence
import SystemSupport

/// libpq, PostgreSQL's client library, loaded on first use.
enum PostgresLibrary {
  #if canImport(Darwin)
    private static let names = ["", "/opt/homebrew/opt/libpq/lib/", "/usr/local/opt/libpq/lib/"].map {
      $0 + "libpq.5.dylib"
    }
  #else
    private static let names = ["libpq.so.5"]
  #endif

  private static let found = Result { () throws(DatabaseError) in try load(anyOf: names) }

  /// The functions of the library.
  static func functions() throws(DatabaseError) -> svvs_pq {
    try found.get()
  }

  static func load(anyOf names: [String]) throws(DatabaseError) -> svvs_pq {
    guard let library = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else {
      throw DatabaseError(.failed, "libpq, the client library of PostgreSQL, is not installed: apt-get install libpq5")
    }
    let functions = UnsafeMutablePointer<svvs_pq>.allocate(capacity: 1)
    defer { functions.deallocate() }
    if let missing = svvs_pq_find(library, functions) {
      throw DatabaseError(
        .failed, "libpq, the client library of PostgreSQL, is too old: it has no \(String(cString: missing)).")
    }
    skipExitHandlers(library)
    return functions.pointee
  }

  /// Skips the exit handlers of libpq's dependencies, while threads may still use a connection.
  ///
  /// The libraries on which libpq depends, such as those of TLS and Kerberos, free their memory at the exit of the
  /// process; a thread that uses it then would crash or hang. An exit handler is the only code that runs before theirs,
  /// and it also skips all other handlers that were registered earlier with `atexit`.
  private static func skipExitHandlers(_ library: UnsafeMutableRawPointer) {
    typealias Initialize = @convention(c) (_ options: UInt64, _ settings: OpaquePointer?) -> Int32
    if let initialize = dlsym(library, "OPENSSL_init_crypto") {
      let withoutCleaningUp: UInt64 = 0x0008_0000  // OPENSSL_INIT_NO_ATEXIT
      _ = unsafeBitCast(initialize, to: Initialize.self)(withoutCleaningUp, nil)
    }
    #if !canImport(Darwin)
      _ = on_exit(
        { status, _ in
          // Not every file: a thread may be reading from one, and hold its lock until a line arrives.
          svvs_flush_output()
          _exit(status)
        }, nil)
    #endif
  }
}

extension svvs_pq {
  /// The library's message for the last failure, of any number of lines.
  func message(of connection: OpaquePointer) -> String {
    errorMessage(connection).map { String(cString: $0) } ?? ""
  }
}
