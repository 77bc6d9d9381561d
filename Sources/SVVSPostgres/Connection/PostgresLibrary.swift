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
    keepOpenSSL(library)
    svvs_pq_skip_library_exit_handlers()
    return functions.pointee
  }

  /// Prevents OpenSSL from freeing memory when the process exits, because a thread with a connection may still use that
  /// memory.
  private static func keepOpenSSL(_ library: UnsafeMutableRawPointer) {
    typealias Initialize = @convention(c) (_ options: UInt64, _ settings: OpaquePointer?) -> Int32
    guard let initialize = dlsym(library, "OPENSSL_init_crypto") else { return }
    let withoutCleaningUp: UInt64 = 0x0008_0000  // OPENSSL_INIT_NO_ATEXIT
    _ = unsafeBitCast(initialize, to: Initialize.self)(withoutCleaningUp, nil)
  }
}

extension svvs_pq {
  /// The library's message for the last failure. It may have several lines.
  func message(of connection: OpaquePointer) -> String {
    errorMessage(connection).map { String(cString: $0) } ?? ""
  }
}
