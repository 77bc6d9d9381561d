import StateProtocol
import Testing

@testable import SVVSTesting
@testable import StateServer

/// Each call of a batch refers to the batch, which keeps the replies with their calls.
@MainActor
struct BatchTests {
  private let connection = TestHost(CounterApp()).connect(InProcessTransport())

  private func makeCall(of batch: Batch) -> Call { Call("add", id: .integer(1), batch: batch, from: connection) }

  @Test func anAnsweredBatchReleasesItsCalls() {
    weak var answered: Call?
    do {
      let batch = Batch(count: 1)
      let call = makeCall(of: batch)
      answered = call
      let answers = batch.add(.null, to: call)
      #expect(answers?.count == 1)
    }
    #expect(answered == nil)
  }

  @Test func aDiscardedBatchReleasesEarlierAndLaterCalls() {
    weak var early: Call?
    weak var late: Call?
    do {
      let batch = Batch(count: 3)
      let calls = (makeCall(of: batch), makeCall(of: batch))
      (early, late) = calls
      _ = batch.add(.null, to: calls.0)
      batch.discard()
      let answers = batch.add(.null, to: calls.1)
      #expect(answers == nil)
    }
    #expect(early == nil && late == nil)
  }

  @Test func aBatchReleasesItsCallsWhenOneMovesToAnotherConnection() {
    weak var answered: Call?
    do {
      let batch = Batch(count: 2)
      let calls = (makeCall(of: batch), makeCall(of: batch))
      answered = calls.0
      _ = batch.add(.null, to: calls.0)
      calls.1.move(to: connection)
    }
    #expect(answered == nil)
  }
}
