/// The reason why a text is not the base URL of an HTTP service. The error's description is the end of a sentence.
public enum BaseURLError: Error, CustomStringConvertible {
  /// The text is not an HTTP URL with a host.
  case notHTTP
  /// The port is out of range.
  case port
  /// The URL contains a user or a password, which would be visible wherever the URL is shown.
  case credentials
  /// The URL contains a query or a fragment. No path can be appended to such a URL.
  case query

  public var description: String {
    switch self {
    case .notHTTP: "must be a URL such as http://127.0.0.1:8080"
    case .port: "must have a port from 1 to 65535, or none"
    case .credentials: "must not hold a user or a password"
    case .query: "must not hold a query or a fragment"
    }
  }
}
