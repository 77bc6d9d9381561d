import CPostgres
import Foundation
public import SVVSPersistence

/// The address of a PostgreSQL database: a URL, or the keywords of PostgreSQL's client library.
///
/// Parameters that are missing in the address come from the same sources as in PostgreSQL's own programs: environment
/// variables such as `PGHOST`, the file `.pgpass`, and the service file.
public struct PostgresAddress: Sendable, CustomStringConvertible {
  /// The server, the database and the user, without a password, for logs.
  public let description: String

  /// Whether the text contains a password, which a command line would show to all users of the machine.
  public let hasPassword: Bool

  /// Whether the address or `PGOPTIONS` sets `idle_in_transaction_session_timeout`.
  let setsIdleTimeout: Bool

  /// The keywords and values for libpq, including a password.
  let parameters: [(keyword: String, value: String)]

  /// - Throws: `DatabaseError` of the kind `noDatabase` if the text is not an address. The error does not repeat the
  ///   text, which may contain a password.
  public init(_ text: String) throws(DatabaseError) {
    let (given, hasPassword) = try PostgresAddress.parse(text)
    if let fault = PostgresAddress.fault(in: given, text: text) { throw PostgresAddress.refusal(fault) }
    let shown = ["service", "host", "hostaddr", "port", "dbname", "user"].compactMap { keyword in
      given[keyword].map { "\(keyword)=\(PostgresAddress.quoted($0))" }
    }
    self.hasPassword = hasPassword
    let options = given["options"] ?? ProcessInfo.processInfo.environment["PGOPTIONS"] ?? ""
    setsIdleTimeout = options.contains("idle_in_transaction_session_timeout")
    description = shown.isEmpty ? "the default of libpq" : shown.joined(separator: " ")
    parameters = PostgresAddress.defaults(for: given).merging(given) { _, given in given }
      .merging(["client_encoding": "UTF8"]) { _, ours in ours }
      .map { ($0.key, $0.value) }
  }

  /// The parameters that replace libpq's defaults. With these defaults, libpq would wait for hours for a host that is
  /// gone. If the address has several hosts, libpq would connect to any of them.
  private static func defaults(for given: [String: String]) -> [String: String] {
    let environment = ProcessInfo.processInfo.environment
    var defaults = ["fallback_application_name": "svvs"]
    // A service file cannot override parameters that are passed here, so these parameters are left to the service file.
    guard given["service"] == nil, environment["PGSERVICE"] == nil else { return defaults }
    let hosts = given["hostaddr"] ?? given["host"] ?? environment["PGHOSTADDR"] ?? environment["PGHOST"] ?? ""
    let hasSeveralHosts = hosts.contains(",")
    defaults["keepalives_idle"] = "15"
    defaults["keepalives_interval"] = "5"
    defaults["keepalives_count"] = "3"
    // This timeout also limits an attempt to connect. It is shorter if there is another host to try.
    defaults["tcp_user_timeout"] = hasSeveralHosts ? "2000" : "10000"
    // Avoids a standby, which accepts no writes.
    if hasSeveralHosts, environment["PGTARGETSESSIONATTRS"] == nil { defaults["target_session_attrs"] = "read-write" }
    return defaults
  }

  /// The parameters that the text sets, and whether one of them is secret.
  private static func parse(_ text: String) throws(DatabaseError) -> ([String: String], hasPassword: Bool) {
    let pq = try PostgresLibrary.functions()
    guard !text.utf8.contains(0) else { throw refusal("it contains NUL") }
    // libpq's own message is not used: it may quote a part of the text (for example, of a password that is not
    // percent-encoded).
    guard let options = pq.conninfoParse(text, nil) else {
      throw refusal("it is neither a URL, postgres://USER@HOST/DATABASE, nor keywords, host=HOST dbname=DATABASE")
    }
    defer { pq.conninfoFree(options) }
    var given: [String: String] = [:]
    var hasPassword = false
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val {
        given[String(cString: keyword)] = String(cString: value)
        // libpq marks a parameter with an asterisk if its value must not be shown while it is typed.
        if option.pointee.dispchar.pointee == UInt8(ascii: "*") { hasPassword = true }
      }
      option += 1
    }
    return (given, hasPassword)
  }

  /// The fault of an address that libpq accepts, but in which a parameter other than the password probably contains a
  /// part of the password. The description of the address would show that part.
  private static func fault(in given: [String: String], text: String) -> String? {
    let isURL = text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
    let path = isURL ? text.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" }.prefix { $0 != "?" } : ""
    if given["host"]?.contains("@") == true || path.contains("@") {
      return "in a URL, write @ as %40, and / as %2F"
    }
    if given["port"]?.contains(where: { !$0.isNumber && $0 != "," }) == true { return "the port is not a number" }
    if given["dbname"]?.contains("://") == true { return "the name of the database is another address" }
    return nil
  }

  private static func refusal(_ fault: String) -> DatabaseError {
    DatabaseError(.noDatabase, "The address is not that of a PostgreSQL database: \(fault).")
  }

  private static func quoted(_ value: String) -> String {
    let isPlain = value.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || "./_-,:".unicodeScalars.contains($0)
    }
    return isPlain && !value.isEmpty ? value : "\"\(value.unicodeScalars.map { $0.escaped(asASCII: true) }.joined())\""
  }
}
