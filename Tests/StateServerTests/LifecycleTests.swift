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
    #expect(exit == .now(status: 0))
  }

  @Test func exitWhileShuttingDownWaits() {
    var life = Lifecycle.open
    life.shutdownBegan()
    let exit = life.exitRequested()
    let exits = life.shutdownEnded()
    #expect(exit == .afterShutdown && exits)
  }

  @Test(arguments: [Lifecycle.open, .draining])
  func exitAloneIsStatusOne(life: Lifecycle) {
    var life = life
    let exit = life.exitRequested()
    #expect(exit == .now(status: 1))
  }

  @Test func theEndOfInputChangesNothingOnceAShutdownHasBegun() {
    var life = Lifecycle.open
    life.inputEnded()
    #expect(life == .draining)
    life.shutdownBegan()
    life.inputEnded()
    #expect(life == .shuttingDown(exits: false))
  }

  @Test func whatIsOverStaysOver() {
    var life = Lifecycle.open
    life.ended()
    life.inputEnded()
    life.shutdownBegan()
    let exits = life.shutdownEnded()
    #expect(life.isOver && !exits)
  }
}
