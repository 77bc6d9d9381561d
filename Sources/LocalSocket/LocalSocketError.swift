import SystemSupport

/// Why a server cannot listen, be started or be reached; ``description`` says it in one line.
public struct LocalSocketError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  package init(_ description: String) {
    self.description = description
  }

  /// - Parameter reason: The error of the system.
  package init(_ what: String, _ reason: any Error) {
    description = "\(what): \(reason)."
  }

  /// An error whose reason is in `errno`.
  package init(errno what: String) {
    self.init(what, Errno(rawValue: errno))
  }
}

extension String {
  /// The text as a part of an error's line: printable, and not long.
  var shown: String {
    let beginning = String(String.UnicodeScalarView(unicodeScalars.prefix(300)))
    return (beginning.utf8.count < utf8.count ? beginning + "…" : beginning).printable
  }
}
