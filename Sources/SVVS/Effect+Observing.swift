extension Effect {
  /// Observes a value and acts on each change of it until the effect is cancelled, as SwiftUI's `onChange(of:)`
  /// does.
  ///
  /// It is for work that a change of shared state causes. What only shows a value is a computed property: the
  /// action comes a commit later than its cause.
  ///
  /// ```swift
  /// effects.add(.onChange(of: { self.book }, initial: true) { if $0 != nil { self.hasNews = true } })
  /// ```
  ///
  /// Changes during the work are acted on afterwards, once.
  ///
  /// - Parameters:
  ///   - value: Reads the value; whatever observable state it reads is observed.
  ///   - initial: Whether to act on the first value, too.
  ///   - action: Gets the new value, and may wait.
  @MainActor
  public static func onChange<Value: Equatable>(
    of value: @escaping @MainActor () -> Value, initial: Bool = false,
    _ action: @escaping @MainActor (Value) async -> Void
  ) -> Effect {
    .task {
      let life = ObservationPoint()
      let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
      @MainActor func read() -> Value {
        withObservationTracking {
          life.access()
          return value()
        } onChange: {
          change.yield()
        }
      }
      var known = read()
      if initial { await action(known) }
      for await _ in changes {
        // A change that came before the cancellation may still be handed out after it.
        guard !Task.isCancelled else { break }
        let current = read()
        guard current != known else { continue }
        known = current
        await action(current)
      }
      life.change()
    }
  }
}
