import SVVSPersistence

extension DatabaseError {
  /// What the server has said, by its code: SQLSTATE, as in the appendix "PostgreSQL Error Codes".
  init(sqlState: String, message: String) {
    self.init(Kind(sqlState: sqlState), lines: message, code: sqlState)
  }

  /// Why no connection has come about, from all that libpq says of it, codes included.
  ///
  /// - Parameter needsPassword: Whether the server asked for a password, and there is none.
  init(connecting message: String, needsPassword: Bool) {
    // "… failed: FATAL:  28P01: password authentication failed for user "chat"\nLOCATION:  auth_failed, auth.c:326"
    if let match = message.matches(of: /\w+:  ([0-9A-Z]{5}): (.*)/).last {
      let (code, message) = (String(match.1), String(match.2))
      self.init(sqlState: DatabaseError.refusal(message, code: code) ?? code, message: message)
    } else if needsPassword {
      self.init(.notPermitted, "The server asks for a password, and none is given.")
    } else {
      // Not within the names of hosts and files, which are quoted.
      let words = message.replacing(/"[^"\n]*"/, with: "")
      let isMisconfigured = [
        "invalid ", "could not match", "definition of service", "certificate", "private key", "does not support SSL",
        "expected authentication request",
      ].contains(where: words.contains)
      self.init(isMisconfigured ? .failed : .unavailable, lines: message)
    }
  }

  /// The code that PostgreSQL has for what PgBouncer says with that of a violated protocol, whatever it is.
  private static func refusal(_ message: String, code: String) -> String? {
    guard code == "08P01" else { return nil }
    if message.contains("authentication failed") || message.contains("no such user") { return "28000" }
    return message.contains("no such database") || message.contains("does not exist") ? "3D000" : nil
  }

  /// An error with what libpq says of it, which ends in a line break and may have some within.
  init(_ kind: Kind, lines: String, code: String? = nil) {
    let lines = lines.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
    self.init(kind, lines.joined(separator: " "), code: code)
  }

  /// The server is there, and has not done in time what it was asked for.
  static let tooSlow = DatabaseError(.inUse, "PostgreSQL took longer than it may.")

  /// Nothing was said for as long as is waited.
  static let noReply = DatabaseError(.unavailable, "PostgreSQL did not answer in time.")

  var isNoReply: Bool { description == DatabaseError.noReply.description }

  /// Whether the transaction was rolled back for the sake of another, so that the same may succeed the next time.
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
    // Others hold a lock, or the statement took too long: statement_timeout.
    case "55P03", "57014", "40001", "40P01": self = .inUse
    // No more connections; shut down, crashed, starting up, dropped; idle for too long: the session has ended.
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
