extension Effect {
  /// Watches a value and acts on each change of it, until the effect is cancelled; like SwiftUI's
  /// `onChange(of:)`, for work that a change of shared state causes.
  ///
  /// ```swift
  /// effects.add(
  ///   .onChange(of: { store.values[id]?.friendIDs ?? [] }) { friendIDs in
  ///     await self.loadFriends(friendIDs)
  ///   })
  /// ```
  ///
  /// What changes during the work is acted on afterwards, once. What merely shows a value is a
  /// computed property: an action comes a commit later than its cause.
  ///
  /// - Parameters:
  ///   - value: Reads what to watch; whatever observable state it reads is followed.
  ///   - initial: Whether to act on the value there is at first, too.
  ///   - action: Is given the new value, and may wait.
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
