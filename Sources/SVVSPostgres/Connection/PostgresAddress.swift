import CPostgres
import Foundation
public import SVVSPersistence

/// Where a database of PostgreSQL is: a URL, or the keywords of its client library.
///
/// What it does not say comes from where PostgreSQL's programs take it: `PGHOST` and its like, `.pgpass`, and the
/// service file.
public struct PostgresAddress: Sendable, CustomStringConvertible {
  /// Where it is and who connects, without a password: fit for logs.
  public let description: String

  /// Whether the text holds a password, which a command line would show to everybody.
  public let hasPassword: Bool

  /// Whether it sets how long a session may be idle in a transaction.
  let setsIdleTimeout: Bool

  /// The keywords and values for libpq, a password among them.
  let parameters: [(keyword: String, value: String)]

  /// - Throws: `DatabaseError` of the kind `noDatabase` if the text is no address. The error does not repeat it.
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

  /// What libpq does without being told otherwise is to wait for hours for a host that is gone, and to take any host.
  private static func defaults(for given: [String: String]) -> [String: String] {
    let environment = ProcessInfo.processInfo.environment
    var defaults = ["fallback_application_name": "svvs"]
    // What a service file says counts less than what is given here.
    guard given["service"] == nil, environment["PGSERVICE"] == nil else { return defaults }
    let hosts = given["hostaddr"] ?? given["host"] ?? environment["PGHOSTADDR"] ?? environment["PGHOST"] ?? ""
    let hasSeveralHosts = hosts.contains(",")
    defaults["keepalives_idle"] = "15"
    defaults["keepalives_interval"] = "5"
    defaults["keepalives_count"] = "3"
    // It bounds the attempt to connect as well, so that another host gets its turn.
    defaults["tcp_user_timeout"] = hasSeveralHosts ? "2000" : "10000"
    // Not the standby among them, at which nothing can be written.
    if hasSeveralHosts, environment["PGTARGETSESSIONATTRS"] == nil { defaults["target_session_attrs"] = "read-write" }
    return defaults
  }

  /// - Returns: What is given, and whether there is a secret among it.
  private static func parse(_ text: String) throws(DatabaseError) -> ([String: String], hasPassword: Bool) {
    let pq = try PostgresLibrary.functions()
    guard !text.utf8.contains(0) else { throw refusal("it contains NUL") }
    // What libpq says of a text may be a piece of it, such as of a password that is not percent-encoded.
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
        // How libpq marks what is not to be shown while it is typed.
        if option.pointee.dispchar.pointee == UInt8(ascii: "*") { hasPassword = true }
      }
      option += 1
    }
    return (given, hasPassword)
  }

  /// What libpq takes, but is a password at a wrong place: it would be shown as what it was taken for.
  private static func fault(in given: [String: String], text: String) -> String? {
    let isURL = text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
    let path = isURL ? text.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" }.prefix { $0 != "?" } : ""
    if given["host"]?.contains("@") == true || path.contains("@") {
      return "in a URL, write @ as %40, and / as %2F"
    }
    if given["port"]?.contains(where: { !$0.isNumber && $0 != "," }) == true { return "the port is no number" }
    if given["dbname"]?.contains("://") == true { return "the name of the database is another address" }
    return nil
  }

  private static func refusal(_ fault: String) -> DatabaseError {
    DatabaseError(.noDatabase, "This is no address of a PostgreSQL database: \(fault).")
  }

  private static func quoted(_ value: String) -> String {
    let isPlain = value.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || "./_-,:".unicodeScalars.contains($0)
    }
    return isPlain && !value.isEmpty ? value : "\"\(value.unicodeScalars.map { $0.escaped(asASCII: true) }.joined())\""
  }
}
