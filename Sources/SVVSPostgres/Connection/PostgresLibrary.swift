import CPostgres
import SVVSPersistence
import SystemSupport

/// libpq, PostgreSQL's own client library, loaded when it is first needed.
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
    endProcessesWithoutCleaningUp(library)
    return functions.pointee
  }

  /// Has the end of the process leave alone what threads with a connection still use.
  ///
  /// The libraries that libpq brings, such as those of TLS and Kerberos, free what they hold at the end, and a thread
  /// that uses it then would crash, or wait for ever. What was registered before with `atexit` does not run either;
  /// a handler is the only way to come before what they have registered.
  private static func endProcessesWithoutCleaningUp(_ library: UnsafeMutableRawPointer) {
    typealias Initialize = @convention(c) (_ options: UInt64, _ settings: OpaquePointer?) -> Int32
    if let initialize = dlsym(library, "OPENSSL_init_crypto") {
      let withoutCleaningUp: UInt64 = 0x0008_0000  // OPENSSL_INIT_NO_ATEXIT
      _ = unsafeBitCast(initialize, to: Initialize.self)(withoutCleaningUp, nil)
    }
    #if !canImport(Darwin)
      _ = on_exit(
        { status, _ in
          // Not every file: somebody may be reading from one, and hold it until there is a line.
          svvs_flush_output()
          _exit(status)
        }, nil)
    #endif
  }
}

extension svvs_pq {
  /// What the library says of the last failure, in any number of lines.
  func message(of connection: OpaquePointer) -> String {
    errorMessage(connection).map { String(cString: $0) } ?? ""
  }
}
