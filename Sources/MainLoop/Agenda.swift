/// The channels with work to do before the loop sleeps, and the channels with input left to handle.
@MainActor
final class Agenda {
  private var channels: [Channel] = []
  /// The channels with input left, in the order in which they get their slices of time.
  private var unfinished: [Channel] = []
  private let wakeUp: (@MainActor () -> Void)?

  /// - Parameter wakeUp: Called when a channel is added; nil for a loop that checks the agenda before it sleeps.
  init(wakeUp: (@MainActor () -> Void)? = nil) {
    self.wakeUp = wakeUp
  }

  /// Adds a channel, to be updated before the loop sleeps.
  func add(_ channel: Channel) {
    channels.append(channel)
    if channels.count == 1 { wakeUp?() }
  }

  /// Adds a channel with input left, which gets one slice of time after the channels that were added before.
  func addUnfinished(_ channel: Channel) { unfinished.append(channel) }

  /// Removes and returns the channel that gets the next slice.
  ///
  /// Only one channel gets a slice between two checks for events, so that a channel with an event waits for one slice
  /// at most, however many channels have input left.
  func takeUnfinished() -> Channel? { unfinished.isEmpty ? nil : unfinished.removeFirst() }

  /// Updates every channel that was added, and those that are added meanwhile.
  ///
  /// - Parameter changed: Called with each channel whose events to watch have changed.
  /// - Returns: The status to exit with, if a connection that ends the process has ended.
  func updateChannels(changed: (Channel) -> Void) -> Int32? {
    var last: Channel?
    while let channel = channels.popLast() {
      if channel.update() { changed(channel) }
      if channel.endsProcess { last = last ?? channel }
    }
    return last?.finish()
  }
}
