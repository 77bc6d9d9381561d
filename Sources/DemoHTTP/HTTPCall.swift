import DemoApp
import Foundation

/// A request to a service, before it is sent.
struct HTTPCall: Sendable {
  /// The maximum number of redirects to follow.
  static let maximumRedirects = 5

  let method: String
  var endpoint: HTTPEndpoint
  let headers: [(name: String, value: String)]
  /// The JSON text of the body; nil for no body.
  let body: [UInt8]?

  /// Returns the call that an answer redirects to, or nil if the answer is not a redirect.
  ///
  /// A redirect that changes the method or the origin is refused. The method must not change, because the answer to a
  /// GET is not an answer to a POST. The origin must not change, because a request could reveal a password or token
  /// to another origin. In addition, a service could make this process connect to any number of other services.
  ///
  /// - Throws: ``RepositoryError/unexpectedReply`` if the redirect cannot be followed.
  func redirected(byStatus status: Int, to location: String?) throws(RepositoryError) -> HTTPCall? {
    let keepsMethod: Bool
    switch status {
    case 301, 302, 303: keepsMethod = method == "GET"
    case 307, 308: keepsMethod = true
    default: return nil
    }
    // An answer with any other target cannot be used.
    guard keepsMethod, let location, let target = try? HTTPEndpoint(location, relativeTo: endpoint),
      target.origin == endpoint.origin
    else { throw .unexpectedReply }
    var next = self
    next.endpoint = target
    return next
  }
}

/// A URL for a request. A URL is refused if a part of it would be ignored.
struct HTTPEndpoint: Hashable {
  /// The origin of a URL. Data for one origin must not reach another.
  struct Origin: Hashable {
    let isEncrypted: Bool
    let host: String
    let port: Int
  }

  /// The URL as it is sent, without a fragment.
  let text: String
  /// The origin of the URL.
  let origin: Origin

  private let url: URL

  /// Creates an endpoint from a URL, which may be relative to another endpoint.
  init(_ text: String, relativeTo base: HTTPEndpoint? = nil) throws(BaseURLError) {
    guard let given = URL(string: text, relativeTo: base?.url)?.absoluteURL,
      var parts = URLComponents(url: given, resolvingAgainstBaseURL: false)
    else { throw .notHTTP }
    parts.fragment = nil
    guard let url = parts.url, let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
      let host = url.host()?.lowercased(), !host.isEmpty
    else { throw .notHTTP }
    guard url.user() == nil, url.password() == nil else { throw .credentials }
    let isEncrypted = scheme == "https"
    origin = Origin(isEncrypted: isEncrypted, host: host, port: try HTTPEndpoint.port(of: url, isEncrypted))
    self.url = url
    self.text = url.absoluteString
  }

  /// Creates an endpoint from a base URL, to which the paths of requests are appended.
  init(base text: String) throws(BaseURLError) {
    try self.init(text)
    let given = URL(string: text)
    guard given?.query() == nil, given?.fragment() == nil else { throw .query }
  }

  /// Returns the port of a URL, and checks its range. `URL` does not check the port. If the number has too many
  /// digits, its port is nil.
  private static func port(of url: URL, _ isEncrypted: Bool) throws(BaseURLError) -> Int {
    if let port = url.port {
      guard 1...65_535 ~= port else { throw .port }
      return port
    }
    let authority =
      url.absoluteString.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
      .dropFirst(2).first?.prefix { !"/?".contains($0) } ?? ""
    guard !authority.contains(/:[0-9]+$/) else { throw .port }
    return isEncrypted ? 443 : 80
  }
}

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
