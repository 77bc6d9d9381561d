import LocalSocket
import NIOCore

/// The state that all connections of the page share. It belongs to the thread of the event loop.
final class Page {
  let appName: String
  /// The name of the app's server, or the path of its socket.
  let serverName: String
  let logins: Logins
  let connector: AppConnector
  /// The connections that have not logged in, the oldest first.
  private var guests: [any Channel] = []
  /// The number of WebSockets that have logged in.
  var memberCount = 0

  init(appName: String, serverName: String, server: DetachedServer, logins: Logins) {
    self.appName = appName
    self.serverName = serverName
    self.logins = logins
    connector = AppConnector(server, serverName: serverName)
  }

  /// Adds a connection that has not logged in. If there are too many, closes the oldest.
  func add(guest: any Channel) {
    guests.append(guest)
    if guests.count > WebLimits.guests { guests.removeFirst().close(promise: nil) }
  }

  func remove(guest: any Channel) { guests.removeAll { $0 === guest } }
}
