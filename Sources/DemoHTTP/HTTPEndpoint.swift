#if HTTP
  import DemoApp
  import Foundation

  /// A URL for a request. A URL is refused if the HTTP client would trap on a part of it, or would ignore a part of it.
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
#endif
