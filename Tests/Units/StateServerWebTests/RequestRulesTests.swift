import NIOHTTP1
import Testing

@testable import StateServerWeb

private let rules = RequestRules(port: 7480)
private let host = ("Host", "127.0.0.1:7480")
private let origin = ("Origin", "http://127.0.0.1:7480")
private let webSocket = [
  ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Version", "13"),
  ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
]
private let navigation = [("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document")]

private func site(_ name: String) -> (String, String) { ("Sec-Fetch-Site", name) }

/// The status of the reply: 200 for a file and 101 for a WebSocket.
private func status(_ target: String, _ headers: [(String, String)], _ method: HTTPMethod = .GET) -> UInt {
  let head = HTTPRequestHead(version: .http1_1, method: method, uri: target, headers: HTTPHeaders(headers))
  return switch rules.decide(head) {
  case .file: 200
  case .webSocket: 101
  case .refused(let refusal): refusal.status.code
  }
}

@Test(arguments: [
  [], [host, host], [("Host", "localhost:7480")], [("Host", "127.0.0.1")], [("Host", "127.0.0.1:7481")],
  [("Host", "evil.test:7480")], [("Host", "127.0.0.1:7480.evil.test")], [("Host", "127.0.0.1:7480, evil.test")],
  [("Host", "[::1]:7480")], [("Host", "")], [("Host", "0.0.0.0:7480")], [host, ("host", "evil.test")],
  [("Host", "user@127.0.0.1:7480")],
])
func onlyThePrintedHostIsAnswered(headers: [(String, String)]) {
  for target in ["/", "/main.js", "/nothing", "/connection"] {
    #expect(status(target, headers + [origin]) == 421)
    #expect(status(target, headers + [origin] + webSocket) == 421)
    #expect(status(target, headers + [origin], .POST) == 421)
  }
}

@Test(arguments: ["http://127.0.0.1:7480/", "http://evil.test/", "*", "127.0.0.1:7480", ""])
func onlyPathsAreTargets(target: String) {
  #expect(status(target, [host]) == 421)
}

@Test func theHostHasNoPortIfThePortIsTheDefault() {
  #expect(RequestRules(port: 80).host == "127.0.0.1" && RequestRules(port: 80).origin == "http://127.0.0.1")
}

@Test(arguments: ["/", "/main.js", "/style.css", "/svvs/index.js"])
func aFileIsForRequestsOfThePageAndOfUsers(path: String) {
  #expect(status(path, [host]) == 200)
  #expect(status(path, [host, origin]) == 200)
  for name in ["same-origin", "none"] { #expect(status(path, [host, site(name)]) == 200) }
  for name in ["same-site", "cross-site", "", "None", "none, none"] {
    #expect(status(path, [host, site(name)]) == 403)
    #expect(status(path, [host, origin, site(name)]) == 403)
  }
  #expect(status(path, [host, site("none"), site("none")]) == 403)
}

@Test(arguments: [
  "http://evil.test", "http://127.0.0.1", "http://127.0.0.1:7481", "http://localhost:7480", "https://127.0.0.1:7480",
  "null", "", "http://127.0.0.1:7480/", "http://127.0.0.1:7480.evil.test", "HTTP://127.0.0.1:7480", "file://",
])
func noOtherOriginIsAnswered(origin: String) {
  let foreign = ("Origin", origin)
  #expect(status("/", [host, foreign]) == 403)
  #expect(status("/main.js", [host, foreign]) == 403)
  #expect(status("/connection", [host, foreign] + webSocket) == 403)
  #expect(status("/connection", [host, foreign, site("same-origin")] + webSocket) == 403)
  #expect(status("/connection", [host, ("Origin", rules.origin), foreign] + webSocket) == 403)
  for method in [HTTPMethod.POST, .OPTIONS, .PUT, .HEAD] { #expect(status("/", [host, foreign], method) == 403) }
}

@Test func aWebSocketNeedsTheOriginOfThePage() {
  #expect(status("/connection", [host, origin] + webSocket) == 101)
  #expect(status("/connection", [host, origin, site("same-origin")] + webSocket) == 101)
  #expect(status("/connection", [host] + webSocket) == 403)
  #expect(status("/connection", [host, site("none")] + webSocket) == 403)
  #expect(status("/connection", [host, origin, site("same-site")] + webSocket) == 403)
  #expect(status("/connection", [host, origin, site("cross-site")] + navigation + webSocket) == 403)
}

@Test func aWebSocketNeedsItsHeadersAndPath() {
  for missing in webSocket.map(\.0) where missing != "Connection" {
    let expected: UInt = 426
    #expect(status("/connection", [host, origin] + webSocket.filter { $0.0 != missing }) == expected)
  }
  for added in [("Sec-WebSocket-Key", "x"), ("Sec-WebSocket-Version", "12"), ("Upgrade", "h2c")] {
    #expect(status("/connection", [host, origin] + webSocket + [added]) == 426)
  }
  for path in ["/", "/main.js", "/nothing"] { #expect(status(path, [host, origin] + webSocket) == 400) }
  for path in ["/connection?", "/connection/", "//connection", "/Connection"] {
    #expect(status(path, [host, origin]) == 404)
  }
}

@Test(arguments: ["same-site", "cross-site"])
func aBrowserMayNavigateToThePageFromAnywhere(name: String) {
  #expect(status("/", [host, site(name)] + navigation) == 200)
  // Neither to anything else, nor in a frame, nor by a script.
  for path in ["/main.js", "/connection", "/nothing"] { #expect(status(path, [host, site(name)] + navigation) == 403) }
  for purpose in ["iframe", "frame", "object", "embed", "script", "image", "empty", ""] {
    let headers = [host, site(name), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", purpose)]
    #expect(status("/", headers) == 403)
  }
  for mode in ["no-cors", "cors", "websocket", "nested-navigate", ""] {
    #expect(status("/", [host, site(name), ("Sec-Fetch-Mode", mode), ("Sec-Fetch-Dest", "document")]) == 403)
  }
  #expect(status("/", [host, site(name), site(name)] + navigation) == 403)
  #expect(status("/", [host, site(name), ("Origin", "null")] + navigation) == 403)
  #expect(status("/", [host, site(name)] + navigation, .POST) == 403)
  #expect(status("/", [host, origin, site(name)] + navigation, .POST) == 403)
}

@Test(arguments: [HTTPMethod.POST, .PUT, .DELETE, .HEAD, .OPTIONS, .TRACE, .PATCH, .CONNECT, .RAW(value: "BREW")])
func theMethodIsGET(method: HTTPMethod) {
  #expect(status("/", [host], method) == 403)
  for path in ["/", "/main.js", "/nothing", "/connection"] { #expect(status(path, [host, origin], method) == 405) }
}

@Test func aRequestHasNoBody() {
  for header in [("Content-Length", "1"), ("Transfer-Encoding", "chunked"), ("Content-Length", "x")] {
    #expect(status("/", [host, header]) == 400)
  }
  #expect(status("/", [host, ("Content-Length", "0")]) == 200)
}

@Test(arguments: [
  "/nothing", "/index.html", "/?", "/#", "//", "/main.js/", "/./main.js", "/../main.js", "/svvs/../main.js",
  "/svvs/", "/%6dain.js", "/main.js%00", "/main.js?x", "/README.md", "/etc/passwd", "/screenshot",
  "/test/pure.test.mjs",
])
func thereAreNoOtherFiles(target: String) {
  #expect(status(target, [host]) == 404)
}
