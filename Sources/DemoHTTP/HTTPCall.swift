#if HTTP
  import DemoApp

  /// A request to a service, before it is sent.
  struct HTTPCall: Sendable {
    /// The maximum number of redirects to follow.
    static let maximumRedirects = 5

    let method: String
    private(set) var endpoint: HTTPEndpoint
    let headers: [(name: String, value: String)]
    /// The JSON text of the body; nil for no body.
    let body: [UInt8]?

    init(
      _ method: String, to endpoint: HTTPEndpoint, headers: [(name: String, value: String)], body: [UInt8]? = nil
    ) {
      self.method = method
      self.endpoint = endpoint
      self.headers = headers
      self.body = body
    }

    /// Returns the call that an answer redirects to, or nil if the answer is not a redirect.
    ///
    /// A redirect that changes the method or the origin is refused. The method must not change, because the answer to a
    /// GET is not an answer to a POST. The origin must not change, because a request could reveal a password or token
    /// to another origin. In addition, a service could make this process connect to any number of other services.
    ///
    /// - Throws: ``RepositoryError/unexpectedReply`` if the redirect cannot be followed.
    func redirected(byStatus status: UInt, to location: String?) throws(RepositoryError) -> HTTPCall? {
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
#endif
