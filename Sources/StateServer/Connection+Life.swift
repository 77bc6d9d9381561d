import JSONRPC
import MainLoop

extension Connection {
  /// After the end of input: lets the calls under way finish, then ends.
  func drain() {
    if phase == .open { phase = .draining }
    Task.immediate {
      let calls = self.calls.all
      let isInTime = await ends(within: self.configuration.drainTimeout) {
        for call in calls { await call.settlement }
      }
      if !isInTime { await self.endWork(of: calls, reason: .shutdown) }
      self.end(status: 0)
    }
  }

  /// Cancels all work, answers every call and ends the process.
  func terminate() {
    phase = .shuttingDown
    Task.immediate {
      await self.endWork(of: self.calls.all, reason: .shutdown)
      self.end(status: 0)
    }
  }

  /// Publishes what is left and ends the process; `patience` bounds how long the output may take.
  func end(status: Int32, patience: Duration? = nil) {
    guard phase != .over else { return }
    publish()
    phase = .over
    loop.stop(status: status, patience: patience ?? configuration.drainTimeout)
  }
}
