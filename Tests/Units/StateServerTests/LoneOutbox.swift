import MainLoop
import SVVS

@testable import SVVSTesting
@testable import StateServer

/// An outbox without a connection. The test ends its turns, and reads the lines that it sends.
@MainActor
final class LoneOutbox {
  let transport = InProcessTransport()
  let turn: Turn
  let outbox: Outbox
  private var lines: [String] = []

  init(turn: Turn? = nil, limits: ServerLimits = ServerLimits()) {
    self.turn = turn ?? Turn(scheduler: NoTurns(), staleStateCheck: StaleStateCheck(report: nil))
    let views = OpenViews(app: LoneOutbox.app, limits: limits, numbers: Numbers(), counting: SubscriptionCount())
    outbox = Outbox(transport: transport, turn: self.turn, views: views, limits: limits)
    transport.deliver { [weak self] in self?.lines.append($0) }
  }

  /// The lines that were sent since the last call, and read.
  func takeLines() -> [String] {
    defer { lines = [] }
    return lines
  }

  private struct NoViews: App {
    var views: [ViewType<Void>] { [] }
  }

  private static let app: HostedApp = {
    do { return try HostedApp(NoViews()) } catch { preconditionFailure("\(error)") }
  }()
}

/// A scheduler that ends no turns. It counts how often a further turn was requested.
@MainActor
final class NoTurns: TurnScheduler {
  var nextTurnCount = 0

  func schedule(_ client: any TurnClient) {}
  func scheduleNextTurn(_ client: any TurnClient) { nextTurnCount += 1 }
}
