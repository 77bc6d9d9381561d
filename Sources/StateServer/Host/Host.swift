package import MainLoop
import Logging
import StateProtocol

/// An app that is served, and what all its connections share: the stores, the clock of commits, the limits.
@MainActor
package final class Host {
  let app: HostedApp
  let configuration: ServerConfiguration
  let commits: Commits
  /// Memory to write properties in.
  let scratch = Scratch()

  private var peers: [Peer] = []

  /// Hosts an app.
  ///
  /// - Parameter scheduler: Ends the turn in which something has changed.
  package init(
    _ app: some App, configuration: ServerConfiguration = ServerConfiguration(), scheduler: any TurnScheduler
  ) throws(AppMistake) {
    self.app = try HostedApp(app)
    self.configuration = configuration
    commits = Commits(scheduler: scheduler)
  }

  /// Serves the client at the other end of a transport.
  package func connect(_ transport: any Transport) -> Peer {
    let peer = Peer(host: self, transport: transport)
    peers.append(peer)
    return peer
  }

  /// Forgets a connection that has ended.
  func remove(_ peer: Peer) {
    peers.removeAll { $0 === peer }
    commits.remove(peer)
  }

  /// Has a view look for changes that went unnoticed. If it finds one, others may show the same.
  func readUnnoticed(in view: View) {
    let showing = peers.compactMap { $0.views.subscription(to: view) }
    guard showing.filter({ $0.readUnnoticed() }).count > 0 else { return }
    for peer in peers { peer.views.readUnnoticed(except: showing) }
  }

  /// Whether somebody shows other text than the values that were just given to a view's properties.
  func misses(_ assignment: Assignment, of view: View) -> Bool {
    peers.contains { $0.views.subscription(to: view)?.misses(assignment.visible) ?? false }
  }
}

extension Host: MainLoopClient {
  package func turnEnded() { commits.turnEnded() }

  package func terminationRequested() {
    for peer in peers { peer.terminate() }
  }
}
