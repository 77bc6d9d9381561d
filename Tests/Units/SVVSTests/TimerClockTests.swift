import SVVS
import Testing

@Suite(.timeLimit(.minutes(1)))
struct TimerClockTests {
  let clock = TimerClock()

  @Test func aSleepLastsUntilItsDeadline() async throws {
    let deadline = clock.now + .milliseconds(20)
    try await clock.sleep(until: deadline)
    #expect(clock.now >= deadline)
  }

  @Test func aSleepUntilAnInstantThatHasPassedEndsAtOnce() async throws {
    try await clock.sleep(until: clock.now - .seconds(1))
    try await clock.sleep(for: .zero)
  }

  @Test(arguments: [Duration.seconds(3600), .seconds(Int64.max / 2)])
  func aSleepThatIsCancelledEndsAtOnce(duration: Duration) async {
    // An immediate task, so that it is asleep when it is cancelled.
    let sleep = Task.immediate { try await clock.sleep(for: duration) }
    sleep.cancel()
    await #expect(throws: CancellationError.self) { try await sleep.value }
  }

  @Test func aTaskThatIsCancelledBeforeTheSleepDoesNotSleep() async {
    let sleep = Task {
      while !Task.isCancelled { await Task.yield() }
      try await clock.sleep(for: .seconds(3600))
    }
    sleep.cancel()
    await #expect(throws: CancellationError.self) { try await sleep.value }
  }

  @Test func sleepsOfManyTasksAllEnd() async {
    let ended = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask { (try? await clock.sleep(for: .milliseconds(number % 10))) != nil }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(ended == 200)
  }
}
