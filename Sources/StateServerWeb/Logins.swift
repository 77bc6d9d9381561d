import Synchronization
import SystemSupport

/// The tokens in the links of the page, and the secrets of the pages that have logged in.
///
/// A token can be read by anybody who sees the link. It therefore works once, and only for a short time. The page
/// exchanges it for a secret, with which it connects again until this process ends.
final class Logins: Sendable {
  /// The time for which a token can be used.
  static let validity = Duration.seconds(60)
  /// The number of tokens, and of secrets, that are kept. Beyond this, the oldest is dropped.
  static let maximumCount = 64

  /// A proof that a page may connect.
  enum Credential: Hashable {
    case token(String)
    case secret(String)
  }

  enum Outcome: Hashable {
    /// The page may connect, now and later with this secret.
    case accepted(secret: String)
    /// The page receives the reason after the delay.
    case refused(reason: String, delay: Duration)
  }

  private struct Token {
    let text: String
    let expiry: ContinuousClock.Instant
    var isUsed = false
    let whenUsed: @Sendable () -> Void
  }

  private struct State {
    var tokens: [Token] = []
    var secrets: [String] = []
    /// The delays of the replies to failures.
    var delays = BackOff(from: .milliseconds(100), upTo: .milliseconds(3200))
    var lastFailure: ContinuousClock.Instant?
  }

  private let state = Mutex(State())
  private let now: @Sendable () -> ContinuousClock.Instant

  init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.now = now
  }

  /// Makes a token. `whenUsed` is called when a page has logged in with it.
  func makeToken(whenUsed: @escaping @Sendable () -> Void = {}) -> String {
    let text = RandomText.make(bits: 256)
    state.withLock { state in
      state.tokens.append(Token(text: text, expiry: now() + Logins.validity, whenUsed: whenUsed))
      state.tokens.removeFirst(max(0, state.tokens.count - Logins.maximumCount))
    }
    return text
  }

  func logIn(_ credential: Credential) -> Outcome {
    let (outcome, whenUsed) = state.withLock { state in
      switch credential {
      case .token(let text): use(text, in: &state)
      case .secret(let text): (check(text, in: &state), nil)
      }
    }
    whenUsed?()
    return outcome
  }

  private func use(_ text: String, in state: inout State) -> (Outcome, (@Sendable () -> Void)?) {
    guard let index = Logins.index(of: text, in: state.tokens.map(\.text)) else {
      return (fail("This link is not valid.", in: &state), nil)
    }
    guard !state.tokens[index].isUsed else {
      return (fail("This link has already been used.", in: &state), nil)
    }
    guard now() < state.tokens[index].expiry else {
      return (fail("This link has expired.", in: &state), nil)
    }
    state.tokens[index].isUsed = true
    let secret = RandomText.make(bits: 256)
    state.secrets.append(secret)
    state.secrets.removeFirst(max(0, state.secrets.count - Logins.maximumCount))
    return (.accepted(secret: secret), state.tokens[index].whenUsed)
  }

  private func check(_ text: String, in state: inout State) -> Outcome {
    guard Logins.index(of: text, in: state.secrets) != nil else {
      return fail("This page is not logged in any more.", in: &state)
    }
    return .accepted(secret: text)
  }

  /// Counts a failure. Each further failure doubles the delay of its reply.
  ///
  /// Only refusals are delayed, so that others cannot delay the right user. Guessing is hopeless without a delay, too:
  /// it would take 2²⁵⁷ attempts on average.
  private func fail(_ reason: String, in state: inout State) -> Outcome {
    let time = now()
    if let last = state.lastFailure, time - last > .seconds(60) { state.delays.reset() }
    state.lastFailure = time
    return .refused(reason: reason, delay: state.delays.next())
  }

  /// The index of a text. The time that this takes depends only on the number of texts and their lengths.
  private static func index(of text: String, in texts: [String]) -> Int? {
    let wanted = Array(text.utf8)
    var found: Int?
    for (index, candidate) in texts.enumerated() {
      let candidate = Array(candidate.utf8)
      guard candidate.count == wanted.count else { continue }
      // `|` and `^` have the same precedence.
      let difference = zip(candidate, wanted).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
      if difference == 0 { found = index }
    }
    return found
  }
}
