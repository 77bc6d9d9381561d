/// How long to wait between attempts to reach a server that is gone.
struct Reconnecting {
  private static let first = Duration.milliseconds(100)
  private static let longest = Duration.seconds(10)

  private var last: Duration?

  /// The pause after an attempt that has failed.
  mutating func pause() -> Duration {
    let pause = min(last.map { $0 * 2 } ?? Reconnecting.first, Reconnecting.longest)
    last = pause
    return pause
  }

  /// An attempt has succeeded.
  mutating func restart() {
    last = nil
  }

  /// How long after an attempt somebody who needs the server has to wait for the next.
  static let shortest = first
}
