import SVVS
import SVVSTesting
import StateProtocol
import StateServer
import TestSupport
import Testing

/// The snapshot and the changes are the state, for random states and edits, under every delivery at once.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct DeliveryTests {
  let app = ShelfApp()
  let front: FoldingClient

  init() {
    front = FoldingClient(app)
  }

  @Test(arguments: 0..<20)
  func theFoldedChangesAreTheStateUnderEveryDelivery(seed: Int) async throws {
    var random = try await begun(seed: seed)
    for _ in 1...12 {
      for _ in 0..<Int.random(in: 1...4, using: &random) { try await act(using: &random) }
      try await expectViewsAreRight()
    }
  }

  @Test(arguments: 0..<20)
  func changesThatAreMergedAreOneChangeToTheState(seed: Int) async throws {
    var random = try await begun(seed: seed)
    for _ in 1...12 {
      front.client.isReading = false
      for _ in 0..<Int.random(in: 1...12, using: &random) { try await act(using: &random) }
      let closed = Bool.random(using: &random) ? front.openViews.dropFirst(3).randomElement(using: &random) : nil
      let close = closed.map(front.close)
      #expect(front.client.unreadLines == [])
      let count = front.commitCount
      front.client.isReading = true
      if let closed, let close {
        await close.settled
        try await front.read()
        front.forget(closed)
      }
      try await front.read()
      #expect(front.commitCount - count <= 1)
      try await expectViewsAreRight()
    }
  }

  @Test func aRevertedChangeIsNotSentToASlowClient() async throws {
    for delivery in Delivery.allCases { front.open(delivery) }
    front.client.isReading = false
    app.store.count = 1
    for view in front.openViews { front.client.call("edit", on: view, ["seed": 1]) }
    app.store.count = 0
    front.client.isReading = true
    try await expectViewsAreRight()
  }

  /// Two views of each delivery on a store that has been edited for a while.
  private func begun(seed: Int) async throws -> SeededGenerator {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<Int.random(in: 0..<30, using: &random) { app.store.edit(using: &random) }
    for delivery in Delivery.allCases + Delivery.allCases { front.open(delivery) }
    try await front.read()
    return random
  }

  /// Does one of the things that can happen.
  private func act(using random: inout SeededGenerator) async throws {
    let view = try #require(front.openViews.randomElement(using: &random))
    switch Int.random(in: 0..<12, using: &random) {
    case 0 where front.openViews.count < 12: front.open(Delivery.allCases.randomElement(using: &random) ?? .patch)
    case 1: front.check(view)
    case 2, 3:
      let text = ["", "a", "b"].randomElement(using: &random) ?? ""
      front.client.set(["draft": text], on: view)
    // Outside of any call: it is sent with the next commit.
    case 4, 5: app.store.edit(using: &random)
    default: front.client.call("edit", on: view, ["seed": Int.random(in: 0..<1_000_000, using: &random)])
    }
  }

  private func expectViewsAreRight() async throws {
    try await front.read()
    for view in front.openViews { front.check(view) }
    try await front.read()
  }
}
