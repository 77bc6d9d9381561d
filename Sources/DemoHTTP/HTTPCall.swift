#if HTTP
  import DemoApp

  /// A request to a service, before it is sent.
  struct HTTPCall: Sendable {
    /// How many redirects are followed.
    static let maximumRedirects = 5

    let method: String
    private(set) var endpoint: HTTPEndpoint
    let headers: [(name: String, value: String)]
    /// The JSON text that is sent; nil for none.
    let body: [UInt8]?

    init(
      _ method: String, to endpoint: HTTPEndpoint, headers: [(name: String, value: String)], body: [UInt8]? = nil
    ) {
      self.method = method
      self.endpoint = endpoint
      self.headers = headers
      self.body = body
    }

    /// The call that an answer redirects to; nil if it does not redirect.
    ///
    /// A call stays what it is and where it is, or fails. The answer to a GET is no answer to a POST. Another origin is
    /// never asked: no password or token can reach it, and a service cannot have connections opened to any number of
    /// others.
    ///
    /// - Throws: ``RepositoryError/unexpectedReply`` if the redirect cannot be followed.
    func redirected(byStatus status: UInt, to location: String?) throws(RepositoryError) -> HTTPCall? {
      let keepsMethod: Bool
      switch status {
      case 301, 302, 303: keepsMethod = method == "GET"
      case 307, 308: keepsMethod = true
      default: return nil
      }
      // Whatever is wrong with the target, it is an answer that cannot be used.
      guard keepsMethod, let location, let target = try? HTTPEndpoint(location, relativeTo: endpoint),
        target.origin == endpoint.origin
      else { throw .unexpectedReply }
      var next = self
      next.endpoint = target
      return next
    }
  }
#endif
