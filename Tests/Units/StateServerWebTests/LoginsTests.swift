import NIOCore
import Synchronization
import Testing

@testable import StateServerWeb

/// A clock that tests move.
private final class TestClock: Sendable {
  private let time = Mutex(ContinuousClock.now)

  var now: ContinuousClock.Instant { time.withLock { $0 } }

  func advance(by duration: Duration) { time.withLock { $0 += duration } }
}

struct LoginsTests {
  private let clock = TestClock()
  private let logins: Logins

  init() {
    let clock = clock
    logins = Logins { clock.now }
  }

  private func logIn(_ token: String) -> String? {
    if case .accepted(let secret) = logins.logIn(.token(token)) { secret } else { nil }
  }

  private func refusal(_ credential: Logins.Credential) -> (reason: String, delay: Duration)? {
    if case .refused(let reason, let delay) = logins.logIn(credential) { (reason, delay) } else { nil }
  }

  @Test func aTokenHasAtLeast256BitsAndFitsIntoAURL() {
    let tokens = (0..<100).map { _ in logins.makeToken() }
    #expect(Set(tokens).count == 100)
    #expect(tokens.allSatisfy { $0.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil })
    // 4,300 random characters contain each of the 64.
    #expect(Set(tokens.joined()).count == 64)
  }

  @Test func aTokenWorksOnceAndItsSecretAlways() throws {
    let token = logins.makeToken()
    let secret = try #require(logIn(token))
    #expect(refusal(.token(token))?.reason == "This link has already been used.")
    clock.advance(by: .seconds(100_000))
    #expect(logins.logIn(.secret(secret)) == .accepted(secret: secret))
    #expect(logins.logIn(.secret(secret)) == .accepted(secret: secret))
    #expect(refusal(.token(secret)) != nil && refusal(.secret(token)) != nil)
  }

  @Test func aTokenExpires() {
    let (first, second) = (logins.makeToken(), logins.makeToken())
    clock.advance(by: .seconds(59))
    #expect(logIn(first) != nil)
    clock.advance(by: .seconds(1))
    #expect(refusal(.token(second))?.reason == "This link has expired.")
  }

  @Test func aTokenThatWasUsedIsReported() {
    let count = Mutex(0)
    let token = logins.makeToken { count.withLock { $0 += 1 } }
    _ = logins.logIn(.token("wrong"))
    #expect(count.withLock { $0 } == 0)
    _ = logins.logIn(.token(token))
    _ = logins.logIn(.token(token))
    #expect(count.withLock { $0 } == 1)
  }

  @Test func aWrongCredentialIsRefused() {
    let token = logins.makeToken()
    for wrong in ["", "A", String(token.dropLast()), token + "A", token.lowercased(), " " + token] {
      #expect(refusal(.token(wrong))?.reason == "This link is not valid.")
      #expect(refusal(.secret(wrong))?.reason == "This page is not logged in any more.")
    }
    #expect(logIn(token) != nil)
  }

  @Test func repeatedFailuresAreAnsweredLaterButNotTheRightUser() {
    let delays = (0..<8).compactMap { _ in refusal(.token("wrong"))?.delay }
    #expect(delays == [100, 200, 400, 800, 1600, 3200, 3200, 3200].map { .milliseconds($0) })
    #expect(logIn(logins.makeToken()) != nil)
    clock.advance(by: .seconds(61))
    #expect(refusal(.token("wrong"))?.delay == .milliseconds(100))
  }

  @Test func onlyTheNewestAreKept() throws {
    let tokens = (0...Logins.maximumCount).map { _ in logins.makeToken() }
    #expect(refusal(.token(tokens[0]))?.reason == "This link is not valid.")
    var secrets = tokens.dropFirst().compactMap(logIn)
    secrets.append(try #require(logIn(logins.makeToken())))
    #expect(secrets.count == Logins.maximumCount + 1)
    #expect(refusal(.secret(secrets[0])) != nil)
    #expect(logins.logIn(.secret(secrets[1])) == .accepted(secret: secrets[1]))
  }
}

@Test(arguments: [
  (#"{"token":"a","start":true}"#, Logins.Credential.token("a"), true),
  (#"{"secret":"b","start":false}"#, .secret("b"), false), (#" {"secret":"","more":[1]} "#, .secret(""), false),
  (#"{"token":"a","start":1}"#, .token("a"), false),
])
func theFirstMessageIsALogin(text: String, credential: Logins.Credential, isStarting: Bool) throws {
  let login = try #require(LoginMessage(ByteBuffer(string: text)))
  #expect(login.credential == credential && login.isStarting == isStarting)
}

@Test(arguments: [
  "", "{}", "[]", "null", "token", #"{"token":1}"#, #"{"token":null,"start":true}"#, #"{"start":true}"#,
  #"{"token":"a","secret":"b"}"#, #"{"token":"a""#, "\u{0}", String(repeating: "[", count: 4096),
])
func anotherFirstMessageIsNotALogin(text: String) {
  #expect(LoginMessage(ByteBuffer(string: text)) == nil)
}

@Test func theReplyToALoginIsJSON() {
  let reply = LoginReply(secret: "s", app: "a\"b", server: "/tmp/x\n")
  #expect(String(buffer: reply.message) == #"{"secret":"s","app":"a\"b","server":"/tmp/x\n"}"#)
}
