import SVVSPersistence

extension DatabaseError {
  /// Creates the error for an error that the server reported. Its kind follows from its SQLSTATE (see "PostgreSQL Error
  /// Codes" in the appendixes of PostgreSQL's manual).
  init(sqlState: String, message: String) {
    self.init(Kind(sqlState: sqlState), lines: message, code: sqlState)
  }

  /// The error for a failed attempt to connect, created from libpq's verbose message. This message includes the error
  /// codes.
  ///
  /// - Parameter needsPassword: Whether the server asked for a password and the client had none.
  init(connecting message: String, needsPassword: Bool) {
    // "… failed: FATAL:  28P01: password authentication failed for user "chat"\nLOCATION:  auth_failed, auth.c:326"
    if let match = message.matches(of: /\w+:  ([0-9A-Z]{5}): (.*)/).last {
      let (code, message) = (String(match.1), String(match.2))
      self.init(sqlState: DatabaseError.refusal(message, code: code) ?? code, message: message)
    } else if needsPassword {
      self.init(.notPermitted, "The server asks for a password, and none is given.")
    } else {
      // Removes the names of hosts and files, which are quoted and may contain any words.
      let words = message.replacing(/"[^"\n]*"/, with: "")
      let isMisconfigured = [
        "invalid ", "could not match", "definition of service", "certificate", "private key", "does not support SSL",
        "expected authentication request",
      ].contains(where: words.contains)
      self.init(isMisconfigured ? .failed : .unavailable, lines: message)
    }
  }

  /// The code that PostgreSQL uses for an error that PgBouncer has reported; nil if there is no such code. PgBouncer
  /// itself reports every error as a violation of the protocol.
  private static func refusal(_ message: String, code: String) -> String? {
    guard code == "08P01" else { return nil }
    if message.contains("authentication failed") || message.contains("no such user") { return "28000" }
    return message.contains("no such database") || message.contains("does not exist") ? "3D000" : nil
  }

  /// Creates an error from a message of libpq. The message ends with a line break and may contain other line breaks.
  init(_ kind: Kind, lines: String, code: String? = nil) {
    let lines = lines.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
    self.init(kind, lines.joined(separator: " "), code: code)
  }

  /// The server answers, but a request took longer than its limit.
  static let tooSlow = DatabaseError(.inUse, "PostgreSQL took longer than it may.")

  /// The server did not answer before the deadline.
  static let noReply = DatabaseError(.unavailable, "PostgreSQL did not answer in time.")

  var isTimeout: Bool { description == DatabaseError.noReply.description }

  /// Whether the connection was refused because there are already too many connections to the server, to the database,
  /// or of the role.
  var isRefusedConnection: Bool { code == "53300" }

  /// Whether the transaction was rolled back because of another transaction, so that a retry may succeed.
  var isConflict: Bool { code == "40001" || code == "40P01" }
}

extension DatabaseError.Kind {
  fileprivate init(sqlState: String) {
    switch sqlState {
    case "25006": self = .readOnly
    case "3D000": self = .noDatabase
    case "42501": self = .notPermitted
    case "53100": self = .diskFull
    case "22021", "22P05": self = .invalidText
    // A lock that is held for too long, a statement that exceeds statement_timeout, or a conflict with another
    // transaction.
    case "55P03", "57014", "40001", "40P01": self = .inUse
    // Too many connections; a server that shut down, crashed or is starting; a database that was dropped; a session
    // that was idle for too long.
    case "53300", "57P01", "57P02", "57P03", "57P04", "57P05", "25P03": self = .unavailable
    default:
      switch sqlState.prefix(2) {
      case "28": self = .notPermitted
      case "08": self = .unavailable
      default: self = .failed
      }
    }
  }
}
