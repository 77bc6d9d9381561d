import SystemSupport

/// The reason why a server cannot listen, be started or be reached. ``description`` is one line.
public struct LocalSocketError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  package init(_ description: String) {
    self.description = description
  }

  /// Creates an error from a description of what failed and the reason.
  ///
  /// - Parameter reason: The error of the system.
  package init(_ what: String, _ reason: any Error) {
    description = "\(what): \(reason)."
  }

  /// Creates an error from a description of what failed. The reason is in `errno`.
  package init(errno what: String) {
    self.init(what, Errno(rawValue: errno))
  }
}

extension String {
  /// The beginning of the text in printable form, for use in the line of an error.
  var shown: String {
    let beginning = String(String.UnicodeScalarView(unicodeScalars.prefix(300)))
    return (beginning.utf8.count < utf8.count ? beginning + "…" : beginning).printable
  }
}
