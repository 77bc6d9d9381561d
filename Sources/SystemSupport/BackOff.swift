/// The pauses between attempts. Each pause is twice as long as the one before, up to a limit.
package struct BackOff: Sendable {
  /// The pause after the last failed attempt; nil before the first failure and after a success.
  package private(set) var pause: Duration?

  private let shortest: Duration
  private let longest: Duration

  package init(from shortest: Duration, upTo longest: Duration) {
    (self.shortest, self.longest) = (shortest, longest)
  }

  /// Lengthens the pause after a failed attempt, and returns it.
  @discardableResult
  package mutating func next() -> Duration {
    let next = min(pause.map { $0 * 2 } ?? shortest, longest)
    pause = next
    return next
  }

  /// Resets the pauses after an attempt that succeeded. The next pause is the shortest one again.
  package mutating func reset() { pause = nil }
}
