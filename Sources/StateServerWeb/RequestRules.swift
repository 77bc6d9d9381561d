import NIOHTTP1

/// Decides about a request from its head alone, before anything else happens with it.
///
/// Any web page that the user visits can send requests to a port of this machine. These rules refuse all requests but
/// those of the page itself, and those that a browser makes for a link:
///
/// - `Host` must be the printed address. A foreign host name that resolves to 127.0.0.1 (DNS rebinding) is refused.
/// - `Sec-Fetch-Site`, which browsers send and pages cannot change, must be `same-origin` or `none`. Another port of
///   the same machine is another origin, but the same site.
/// - `Origin` must be the origin of the page on a WebSocket, and on anything that is not a GET. Pages of any origin may
///   open a WebSocket, so this is the only header that tells them apart in a browser without `Sec-Fetch-Site`.
///
/// There is one exception: a browser may navigate to `/` from anywhere. A link in a mail is `cross-site`, and so is the
/// redirection from the file that `--open` shows, because a file has an opaque origin. The answer is the same text for
/// everybody, without any secret; the page that navigates cannot read it, frame it, or keep a reference to its window.
/// A header tells the page that another site has chosen its address, so that it asks before it follows the address.
struct RequestRules {
  /// The address in the URL of the page.
  let host: String

  init(port: Int) {
    // Browsers omit the default port.
    host = port == 80 ? RequestRules.address : "\(RequestRules.address):\(port)"
  }

  static let address = "127.0.0.1"
  static let connectionPath = "/connection"

  var origin: String { "http://\(host)" }

  enum Decision: Hashable {
    /// `isForeign`: another site has opened the page.
    case file(Asset, isForeign: Bool)
    case webSocket
    case refused(Refusal)
  }

  struct Refusal: Hashable {
    let status: HTTPResponseStatus
    let reason: String
    var headers: [String: String] = [:]
  }

  func decide(_ head: HTTPRequestHead) -> Decision {
    guard head.uri.hasPrefix("/"), head.headers["host"] == [host] else {
      return refuse(.misdirectedRequest, "The address of this page is \(origin)/.")
    }
    guard isFromHere(head) else { return refuse(.forbidden, "This page answers only its own requests.") }
    guard head.method == .GET else { return refuse(.methodNotAllowed, "The method must be GET.", ["allow": "GET"]) }
    guard !hasBody(head) else { return refuse(.badRequest, "The request must not have a body.") }
    return route(head)
  }

  private func route(_ head: HTTPRequestHead) -> Decision {
    if head.uri == RequestRules.connectionPath {
      guard head.headers[canonicalForm: "upgrade"].map({ $0.lowercased() }) == ["websocket"],
        head.headers["sec-websocket-version"] == ["13"], head.headers["sec-websocket-key"].count == 1
      else { return refuse(.upgradeRequired, "A WebSocket is expected here.", ["upgrade": "websocket"]) }
      return .webSocket
    }
    guard !isUpgrade(head) else { return refuse(.badRequest, "No upgrade is possible here.") }
    guard let asset = Asset.named[head.uri] else { return refuse(.notFound, "There is no such file.") }
    return .file(asset, isForeign: !isOfThisSite(head))
  }

  /// Whether the page itself makes the request, or a user with a link.
  private func isFromHere(_ head: HTTPRequestHead) -> Bool {
    guard isOfThisSite(head) || isNavigation(head) else { return false }
    let origins = head.headers["origin"]
    return origins == [origin] || origins.isEmpty && head.method == .GET && !isUpgrade(head)
  }

  private func isOfThisSite(_ head: HTTPRequestHead) -> Bool {
    let sites = head.headers["sec-fetch-site"]
    return sites.isEmpty || sites == ["same-origin"] || sites == ["none"]
  }

  /// Whether the request shows the page in a window of the browser. A frame is not a `document`.
  private func isNavigation(_ head: HTTPRequestHead) -> Bool {
    head.method == .GET && head.uri == "/" && head.headers["sec-fetch-site"].count == 1
      && head.headers["sec-fetch-mode"] == ["navigate"] && head.headers["sec-fetch-dest"] == ["document"]
  }

  private func isUpgrade(_ head: HTTPRequestHead) -> Bool { head.headers.contains(name: "upgrade") }

  private func hasBody(_ head: HTTPRequestHead) -> Bool {
    head.headers.contains(name: "transfer-encoding") || head.headers["content-length"].contains { $0 != "0" }
  }

  private func refuse(
    _ status: HTTPResponseStatus, _ reason: String, _ headers: [String: String] = [:]
  ) -> Decision {
    .refused(Refusal(status: status, reason: reason, headers: headers))
  }
}
