import Testing

@testable import StateServer

struct LifecycleTests {
  @Test func exitAfterShutdownIsStatusZero() {
    var life = Lifecycle.open
    #expect(!life.takesOnlyExit)
    life.shutdownBegan()
    #expect(life.takesOnlyExit)
    let exits = life.shutdownEnded()
    #expect(!exits && life.takesOnlyExit)
    let exit = life.exitRequested()
    #expect(exit == 0)
  }

  @Test func exitWhileShuttingDownWaits() {
    var life = Lifecycle.open
    life.shutdownBegan()
    let exit = life.exitRequested()
    let exits = life.shutdownEnded()
    #expect(exit == nil && exits)
  }

  @Test func exitAloneIsStatusOne() {
    var life = Lifecycle.open
    let exit = life.exitRequested()
    #expect(exit == 1)
  }

  @Test func anEndedLifecycleStaysEnded() {
    var life = Lifecycle.open
    life.ended()
    life.shutdownBegan()
    let exits = life.shutdownEnded()
    #expect(life.isOver && !exits)
  }
}
