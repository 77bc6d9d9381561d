import NIOCore

/// The connections that have not logged in, the oldest first.
final class Guests {
  private var channels: [any Channel] = []

  /// Adds a connection. If there are too many, closes the oldest.
  func add(_ channel: any Channel) {
    channels.append(channel)
    if channels.count > WebLimits.guests { channels.removeFirst().close(promise: nil) }
  }

  func remove(_ channel: any Channel) {
    channels.removeAll { $0 === channel }
  }
}
