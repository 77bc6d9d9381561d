import AsyncAlgorithms

/// A stream of the texts that the user typed. It delivers a text when the user pauses typing.
struct TypingPauses: Sendable {
  let typed: AsyncStream<String>.Continuation
  let pauses: any AsyncSequence<String, Never> & Sendable

  init(of duration: Duration, clock: any Clock<Duration>) {
    self.init(duration, clock)
  }

  private init<C: Clock>(_ duration: Duration, _ clock: C) where C.Duration == Duration {
    let (texts, typed) = AsyncStream.makeStream(of: String.self)
    self.typed = typed
    pauses = texts.debounce(for: duration, clock: clock)
  }
}
