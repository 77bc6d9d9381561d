import SVVS

/// Waits until a condition on observed state holds.
@MainActor
func until(_ condition: @escaping @MainActor () -> Bool) async {
  let (ends, end) = AsyncStream.makeStream(of: Void.self)
  let effect = Effect.onChange(of: condition, initial: true) { if $0 { end.yield() } }
  for await _ in ends { break }
  effect.cancel()
  await effect.completion
}
