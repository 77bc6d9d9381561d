/// Why a text is not the URL of an HTTP service; described as the end of a sentence.
public enum BaseURLError: Error, CustomStringConvertible {
  /// It is no URL of HTTP, or names no host.
  case notHTTP
  /// There is no such port.
  case port
  /// It holds a user or a password, which would be shown wherever the URL is.
  case credentials
  /// It holds a query or a fragment, behind which no path can be added.
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
