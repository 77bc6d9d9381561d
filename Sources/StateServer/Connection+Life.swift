import JSONRPC
import MainLoop
import SVVS

extension Connection {
  /// After the end of input: lets the calls under way finish, then ends.
  func drain() {
    if phase == .open { phase = .draining }
    Task.immediate {
      let (calls, closings) = (self.calls.all, self.closings.values)
      let isInTime = await TimeLimit(self.configuration.drainTimeout).wait {
        for call in calls { await call.settlement }
        for closing in closings { await closing.ended }
      }
      if !isInTime { await self.endAllWork() }
      await self.shutdown?.value
      self.end(status: 0)
    }
  }

  /// Cancels all work, answers every call and ends the process.
  func terminate() {
    phase = .shuttingDown
    Task.immediate {
      await self.endAllWork()
      await self.shutdown?.value
      self.end(status: 0)
    }
  }

  /// Cancels all work and returns when it has ended and every view that was being closed is.
  func endAllWork() async {
    let closings = closings.values
    let scopes = views.values.compactMap(\.observer.effectScope)
    await endWork(of: calls.all, scopes: scopes, reason: .shutdown, within: TimeLimit(configuration.closeTimeout))
    for closing in closings { await closing.ended }
  }

  /// Publishes what is left and ends the process; `patience` bounds how long a reader that is behind is waited for.
  func end(status: Int32, patience: Duration? = nil) {
    guard phase != .over else { return }
    publish { !loop.isOutputBlocked }
    phase = .over
    loop.stop(status: status, patience: patience ?? configuration.drainTimeout)
  }
}
