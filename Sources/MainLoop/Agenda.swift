/// The channels that have something to do before the loop sleeps, and those that have input left to handle.
@MainActor
final class Agenda {
  private var channels: [Channel] = []
  /// The channels with input left, in the order in which they are given time.
  private var unfinished: [Channel] = []
  private let wakeUp: (@MainActor () -> Void)?

  /// - Parameter wakeUp: Called when something is due; none for a loop that looks before it sleeps.
  init(wakeUp: (@MainActor () -> Void)? = nil) {
    self.wakeUp = wakeUp
  }

  /// Has a channel settled before the loop sleeps.
  func add(_ channel: Channel) {
    channels.append(channel)
    if channels.count == 1 { wakeUp?() }
  }

  /// Gives a channel one slice of time for the input that it has left, after those that were added before.
  func addUnfinished(_ channel: Channel) { unfinished.append(channel) }

  /// Takes the channel that is given the next slice, so that it can be given after other work.
  ///
  /// One channel gets a slice between two looks at what is ready, so that the others wait for a slice at most, however
  /// many have input left.
  func takeUnfinished() -> Channel? { unfinished.isEmpty ? nil : unfinished.removeFirst() }

  /// Settles every channel that is due, also those that become so meanwhile.
  ///
  /// - Parameter changed: Gets each channel for which something else is to be watched than before.
  /// - Returns: What the process is to exit with, if the connection has ended that ends it.
  func settle(changed: (Channel) -> Void) -> Int32? {
    var last: Channel?
    while let channel = channels.popLast() {
      if channel.settle() { changed(channel) }
      if channel.endsProcess { last = last ?? channel }
    }
    return last?.finish()
  }
}
