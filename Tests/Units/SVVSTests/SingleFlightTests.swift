import SVVS
import Testing

/// Work that is shared by its callers.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct SingleFlightTests {
  let flights = SingleFlight<String, Int>()

  struct Refused: Error {}

  @Test func callersOfOneKeyShareTheWork() async throws {
    let signal = Signal()
    var starts = 0
    let callers = (1...3).map { _ in
      Task.immediate {
        try await flights.run("a") {
          starts += 1
          await signal.fired
          return 7
        }
      }
    }
    signal.fire()
    for caller in callers { #expect(try await caller.value == 7) }
    #expect(starts == 1)
  }

  @Test func callersOfTwoKeysDoNotShare() async throws {
    #expect(try await flights.run("a") { 1 } == 1)
    #expect(try await flights.run("b") { 2 } == 2)
  }

  @Test func workThatNeverSuspendsIsReturnedAndRemoved() async throws {
    #expect(try await flights.run("a") { 1 } == 1)
    #expect(try await flights.run("a") { 2 } == 2)
  }

  @Test func allCallersGetAFailure() async {
    let signal = Signal()
    let callers = (1...2).map { _ in
      Task.immediate {
        try await flights.run("a") {
          await signal.fired
          throw Refused()
        }
      }
    }
    signal.fire()
    for caller in callers { await #expect(throws: Refused.self) { try await caller.value } }
  }

  @Test func aCancelledCallerReturnsAndTheOthersContinue() async throws {
    let signal = Signal()
    var wasCancelled = false
    func run() -> Task<Int, any Error> {
      Task.immediate {
        try await flights.run("a") {
          await signal.fired
          wasCancelled = Task.isCancelled
          return 7
        }
      }
    }
    let (first, second) = (run(), run())
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    signal.fire()
    #expect(try await second.value == 7)
    #expect(!wasCancelled)
  }

  @Test func theWorkIsCancelledWithItsLastCallerAndTheNextCallStartsAgain() async throws {
    let ended = Signal()
    var wasCancelled = false
    let only = Task.immediate {
      try await flights.run("a") {
        await Signal().fired
        wasCancelled = Task.isCancelled
        ended.fire()
        return 1
      }
    }
    only.cancel()
    await #expect(throws: CancellationError.self) { try await only.value }
    #expect(try await flights.run("a") { 2 } == 2)
    await ended.fired
    #expect(wasCancelled)
  }
}
