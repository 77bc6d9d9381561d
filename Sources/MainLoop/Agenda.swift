/// The channels with work to do before the loop sleeps, and the channels with input left to handle.
@MainActor
final class Agenda {
  private var channels: [Channel] = []
  /// The channels with input left, in the order in which they get their slices of time.
  private var unfinished: [Channel] = []
  private let wakeUp: (@MainActor () -> Void)?

  /// - Parameter wakeUp: Called when a channel is added to an empty agenda. Nil for a loop that always checks the
  ///   agenda before it sleeps.
  init(wakeUp: (@MainActor () -> Void)? = nil) {
    self.wakeUp = wakeUp
  }

  /// Adds a channel, so that it is updated before the loop sleeps.
  func add(_ channel: Channel) {
    channels.append(channel)
    if channels.count == 1 { wakeUp?() }
  }

  /// Adds a channel with input left. It gets one slice of time, after the channels that were added before it.
  func addUnfinished(_ channel: Channel) { unfinished.append(channel) }

  /// Removes and returns the channel that gets the next slice.
  ///
  /// The loop checks for events after each slice. A channel with an event therefore waits for one slice at most,
  /// however many channels have input left.
  func takeUnfinished() -> Channel? { unfinished.isEmpty ? nil : unfinished.removeFirst() }

  /// Updates all channels that were added, including those that are added during the update.
  ///
  /// - Parameter changed: Called with each channel for which the loop must now watch other events.
  /// - Returns: The exit status, if a connection with which the process ends has ended; otherwise nil.
  func updateChannels(changed: (Channel) -> Void) -> Int32? {
    var last: Channel?
    while let channel = channels.popLast() {
      if channel.update() { changed(channel) }
      if channel.endsProcess { last = last ?? channel }
    }
    return last?.finish()
  }
}
