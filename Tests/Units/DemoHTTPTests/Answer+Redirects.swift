/// Redirects within the service, to other origins, and to locations that a client cannot reach.
extension Answer {
  private static let here: Bytes = "http://127.0.0.1:\(Reply.port)"

  /// Locations that a client may resolve to the service.
  private static let unusualLocations: [(String, Bytes)] = [
    ("no scheme", "//127.0.0.1:\(Reply.port)/good"), ("a capital scheme", "HTTP://127.0.0.1:\(Reply.port)/good"),
    ("a fragment", "\(here)/good#there"), ("spaces around", " \t/good "), ("no slash", "good"),
    ("a detour", "/a/../good"), ("a long detour", "\("../" * 2000)good"), ("a query", "/good?x=1"),
    ("100 KB", "/\("x" * 100_000)/good"), ("no slashes after the scheme", "http:/good"),
    ("no authority", "http:good"), ("three slashes", "///good"),
    ("a port of 20 digits", "http://127.0.0.1:000000000000000\(Reply.port)/good"), ("a list", "/good, /other"),
    ("a user", "http://user@127.0.0.1:\(Reply.port)/good"), ("an empty user", "http://@127.0.0.1:\(Reply.port)/good"),
    ("a password", "http://user:password@127.0.0.1:\(Reply.port)/good"), ("a space within", "/go od"),
    ("Latin-1", "/\(raw: 0xE9)"), ("UTF-8", "/太"), ("a percent sign", "/%"), ("no digits", "/%zz"),
    ("a NUL", "/go\0od"), ("an escaped NUL", "/%00"), ("an escaped line end", "/%0d%0aX: 1"), ("a CR", "/go\rod"),
    ("a CR at the end", "/good\r"), ("a tab", "/go\tod"), ("backslashes", #"\good"#),
    ("a backslash and a host", #"http:\\127.0.0.1\good"#), ("quotes", #""/good""#), ("brackets", "/[good]"),
    ("a name in brackets", "http://[localhost]:\(Reply.port)/good"), ("angle brackets", "</good>"),
    ("an at sign", "/@good"), ("braces", "/{good}"),
  ]

  /// Locations that resolve to the redirect itself.
  private static let circular: [(String, Bytes)] = [
    ("nothing", ""), ("spaces", "   "), ("a fragment alone", "#"), ("a question mark", "?"),
    ("a query alone", "?x=1"), ("a dot", "."), ("a dot and a name", "./A"), ("the root", "/"), ("the service", here),
    ("the service with a slash", "\(here)/"), ("two slashes", "//"), ("four slashes", "////"),
  ]

  private static let unusable: [(String, Bytes)] =
    ports.map { ("port \($0)", "http://127.0.0.1:\($0)/good") }
    + ["0", "65536", "99999", "9223372036854775808", "-1"].flatMap { (port: Bytes) -> [(String, Bytes)] in
      [
        ("port \(port) of a name", "http://localhost:\(port)/good"),
        ("port \(port) of IPv6", "http://[::1]:\(port)/good"),
      ]
    } + [
      ("a port in letters", "http://127.0.0.1:http/good"),
      ("a port with a sign", "http://127.0.0.1:+\(Reply.port)/good"),
      ("a port in hexadecimal", "http://127.0.0.1:0x50/good"), ("two ports", "http://127.0.0.1:80:80/good"),
      ("a port that is escaped", "http://127.0.0.1:%38%30/good"),
      ("a port with a fraction", "http://127.0.0.1:80.5/good"), ("no host", "http:///good"),
      ("no host but a port", "http://:\(Reply.port)/good"), ("a scheme alone", "http:"),
      ("a scheme and slashes", "http://"), ("a user and no host", "http://user:password@/good"), ("a colon", ":"),
      ("half an IPv6 address", "http://[::1"), ("an open bracket", "http://[/good"),
      ("empty brackets", "http://[]/good"), ("IPv6 and letters", "http://[::1]x:80/good"),
      ("a host of spaces", "http://  /good"), ("a file", "file:///etc/passwd"),
      ("a file of a host", "file://127.0.0.1/etc/passwd"), ("FTP", "ftp://127.0.0.1/good"),
      ("a socket", "unix:///tmp/none.socket"), ("HTTP over a socket", "http+unix://%2Ftmp%2Fnone.socket/good"),
      ("HTTPS over a socket", "https+unix://%2Ftmp%2Fnone.socket/good"),
      ("a WebSocket", "ws://127.0.0.1:\(Reply.port)/good"),
      ("data", "data:application/json,\(Bytes.user.replacing(" ", with: ""))"),
      ("a script", "javascript:alert(1)"), ("mail", "mailto:a@b.c"), ("a blank page", "about:blank"),
      ("an unknown scheme", "x-y.z+1://127.0.0.1:\(Reply.port)/good"), ("an empty scheme", "://x"),
    ]
  private static let ports: [Bytes] = [
    "0", "65536", "99999", "2147483647", "2147483648", "4294967376", "9223372036854775807", "9223372036854775808",
    "18446744073709551616", "1\("0" * 30)", "-1", "-80", "-9223372036854775808",
  ]

  private static let otherOrigins: [(String, Bytes)] = [
    ("another name of the service", "http://localhost:\(Reply.port)/good"),
    ("another address of the service", "http://127.0.0.2:\(Reply.port)/good"),
    ("a closed port", "http://127.0.0.1:1/good"), ("the last port", "http://127.0.0.1:65535/good"),
    ("an empty port", "http://127.0.0.1:/good"), ("IPv6", "http://[::1]:1/good"),
    ("a zone", "http://[fe80::1%25lo]:1/good"), ("an unknown zone", "http://[fe80::1%25nowhere]:1/good"),
    ("a zone without a name", "http://[fe80::1%25]:1/good"), ("a bare zone", "http://[fe80::1%lo]:1/good"),
    ("IPv4 in IPv6", "http://[::ffff:127.0.0.1]:1/good"), ("a long name", "http://\("a" * 300):1/good"),
    ("a very long name", "http://\("a" * 60_000):1/good"), ("many names", "http://\("a." * 2000):1/good"),
    ("HTTPS", "https://127.0.0.1:\(Reply.port)/good"), ("HTTPS of a name", "https://localhost:\(Reply.port)/good"),
    ("an address in one number", "http://2130706433:1/good"),
    ("a user of a host", "http://127.0.0.1:\(Reply.port)@[::1]:1/good"),
  ]

  static func redirects() -> [Answer] {
    let byStatus = ([301, 302, 303, 307, 308] as [Int]).flatMap { status -> [Answer] in
      func redirect(_ name: String, _ location: Bytes?, _ outcome: Outcome, post: Outcome = .error) -> Answer {
        Answer("\(status) to \(name)", redirect: .redirect(location, status), outcome, post: post)
      }
      let posted: Outcome = status > 303 ? .user : .error
      return [
        redirect("a path", "/good", .user, post: posted), redirect("a URL", "\(here)/good", .user, post: posted),
        redirect("another name", "http://localhost:\(Reply.port)/good", .error),
        redirect("itself", "\(here)/users/A", .error),
        redirect("an invalid port", "http://127.0.0.1:99999/good", .error),
        redirect("a port that is closed", "http://127.0.0.1:1/good", .error), redirect("nowhere", nil, .error),
      ]
    }
    let byLocation = ([302, 307] as [Int]).flatMap { status -> [Answer] in
      func redirects(_ list: [(String, Bytes)], _ outcome: Outcome) -> [Answer] {
        list.map { name, location in
          Answer(
            "\(status), location: \(name)", redirect: .redirect(location, status), outcome,
            post: status == 302 ? .error : outcome)
        }
      }
      let chains = [(1, Outcome.user), (4, .user), (5, .error), (6, .error), (1000, .error)].map {
        (steps: Int, outcome) in
        Answer(
          "\(status) and \(steps) more", redirect: .redirect("/chain/\(steps)", status), outcome,
          post: status == 302 ? .error : outcome)
      }
      return redirects(unusualLocations, .either) + redirects(circular + unusable + otherOrigins, .error) + chains
    }
    return byStatus + byLocation + withHeaders() + notFollowed()
  }

  private static func withHeaders() -> [Answer] {
    let toOther: Bytes = "HTTP/1.1 103 X\r\nLocation: /other\r\n\r\n"
    return
      ([
        ("two locations", .redirect("/good", 302, ["Location: /other"]), .either),
        ("the same location twice", .redirect("/good", 302, ["Location: /good"]), .either),
        ("100 locations", .redirect("/good", 302, Array(repeating: "Location: /good", count: 99)), .either),
        ("a location and a body", .redirect("/good", body: .user), .user),
        ("a location and a body without a length", .redirect("/good", body: .user, hasLength: false), .user),
        (
          "a location and half a body",
          .redirect("/good", 302, ["Content-Length: 99999"], body: .user, hasLength: false), .either
        ),
        (
          "a location and bad chunks",
          .redirect("/good", 302, ["Transfer-Encoding: chunked"], body: .user, hasLength: false), .either
        ),
        ("a location in capitals", Bytes.redirect("/good").replacing("Location", with: "LOCATION"), .user),
        ("a location after 103", toOther + .redirect("/good"), .user),
      ] as [(String, Bytes, Outcome)]).map { Answer($0, redirect: $1, $2, post: .error) }
  }

  private static func notFollowed() -> [Answer] {
    ([200, 201, 300, 304, 305, 306, 309] as [Int]).map { status in
      let body: Bytes = status < 300 ? .user : ""
      let outcome: Outcome = status < 300 ? .user : .error
      return Answer(
        "\(status) with a location", redirect: .redirect("/good", status, body: body), outcome, post: outcome)
    }
  }
}
