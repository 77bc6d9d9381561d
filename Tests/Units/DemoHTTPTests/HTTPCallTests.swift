import DemoApp
import Testing

@testable import DemoHTTP

/// Where an answer may lead a request, and which URLs are taken at all.
struct HTTPCallTests {
  private func call(_ method: String, _ url: String = "http://127.0.0.1:8080/a/b?c=d") throws -> HTTPCall {
    HTTPCall(method: method, endpoint: try HTTPEndpoint(url), headers: [], body: method == "GET" ? nil : [])
  }

  @Test(arguments: [
    ("/x", "http://127.0.0.1:8080/x"), ("x?y=z", "http://127.0.0.1:8080/a/x?y=z"),
    ("http://127.0.0.1:8080/x#y", "http://127.0.0.1:8080/x"), ("//127.0.0.1:8080/", "http://127.0.0.1:8080/"),
  ])
  func aRedirectWithinTheOriginIsFollowed(location: String, target: String) throws {
    for status in [301, 302, 303, 307, 308] as [Int] {
      let next = try call("GET").redirected(byStatus: status, to: location)
      #expect(next?.method == "GET" && next?.endpoint.text == target)
    }
  }

  @Test(arguments: [301, 302, 303] as [Int])
  func aPostDoesNotBecomeAGet(status: Int) {
    #expect(throws: RepositoryError.unexpectedReply) { try call("POST").redirected(byStatus: status, to: "/x") }
  }

  @Test(arguments: [307, 308] as [Int], ["POST", "PATCH"])
  func aPostMayStayOne(status: Int, method: String) throws {
    let next = try call(method).redirected(byStatus: status, to: "/x")
    #expect(next?.method == method && next?.body == [])
  }

  @Test(arguments: [
    "http://127.0.0.1:8081/", "https://127.0.0.1:8080/", "http://localhost:8080/", "http://127.0.0.1:99999/",
    "http://127.0.0.1:18446744073709551696/", "http://u:p@127.0.0.1:8080/", "http:///x", "ftp://127.0.0.1:8080/",
    "http+unix://x/", "", nil,
  ])
  func anyOtherIsNot(location: String?) {
    #expect(throws: RepositoryError.unexpectedReply) { try call("GET").redirected(byStatus: 302, to: location) }
  }

  @Test(arguments: [200, 204, 300, 304, 305, 306, 404] as [Int])
  func otherStatusesDoNotRedirect(status: Int) throws {
    #expect(try call("GET").redirected(byStatus: status, to: "/x") == nil)
  }

  @Test(
    arguments: [
      ("http://127.0.0.1:8080", nil), ("https://api.github.com", nil), ("HTTP://[::1]:1/x/", nil),
      ("http://127.0.0.1:65535", nil), ("http://127.0.0.1:65536", .port), ("http://127.0.0.1:0", .port),
      ("http://127.0.0.1:", nil), ("http://127.0.0.1:99999999999999999999", .port), ("http://[::1", .notHTTP),
      ("http://", .notHTTP), ("ftp://127.0.0.1", .notHTTP), ("127.0.0.1:80", .notHTTP), ("", .notHTTP),
      ("http://u:p@127.0.0.1", .credentials), ("http://@127.0.0.1", .credentials), ("http://127.0.0.1?a=b", .query),
      ("http://127.0.0.1/#a", .query), ("http://127.0.0.1?", .query),
    ] as [(String, BaseURLError?)])
  func aBaseURLIsOneOfAnHTTPService(text: String, fault: BaseURLError?) {
    var found: BaseURLError?
    do { _ = try HTTPEndpoint(base: text) } catch { found = error }
    #expect(found == fault)
  }
}
