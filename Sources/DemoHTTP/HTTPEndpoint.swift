#if HTTP
  import DemoApp
  import Foundation

  /// A URL that a request can be sent to: what the client would trap on, or pass over, is refused here.
  struct HTTPEndpoint: Hashable {
    /// Who is at the other end: what is meant for one origin alone must not reach another.
    struct Origin: Hashable {
      let isEncrypted: Bool
      let host: String
      let port: Int
    }

    /// The URL as it is sent, without a fragment.
    let text: String
    /// Where it leads.
    let origin: Origin

    private let url: URL

    /// Takes a URL, which may be relative to another endpoint.
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

    /// Takes a URL to whose end the paths of requests are added.
    init(base text: String) throws(BaseURLError) {
      try self.init(text)
      let given = URL(string: text)
      guard given?.query() == nil, given?.fragment() == nil else { throw .query }
    }

    /// `URL` has no port where the digits are too many for it, and passes any other number on.
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
