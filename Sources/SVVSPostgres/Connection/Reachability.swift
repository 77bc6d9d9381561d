import SVVSPersistence
import Synchronization

/// Whether the server answered when it was last used.
///
/// After one long wait for a server that does not answer, attempts to connect have a short timeout. This ends when an
/// attempt succeeds. A server that works again accepts connections within milliseconds, so no request fails because of
/// the short timeout.
final class Reachability: Sendable {
  /// The timeout of an attempt to connect if the last attempt got no answer from the server.
  static let shortTimeout = Duration.seconds(1)

  private let state = Mutex<DatabaseError?>(nil)

  /// The error of the last use of the server; nil if the server was reached.
  var failure: DatabaseError? { state.withLock { $0 } }

  /// Records the result of a use of the server. If `error` is nil, the use succeeded. Errors of other kinds than
  /// `unavailable` are ignored. The error of a server that has too many connections is also ignored: such a server
  /// answers, and its other connections can be used.
  func record(_ error: (any Error)?) {
    let failure = error as? DatabaseError
    guard error == nil || failure?.kind == .unavailable && failure?.isRefusedConnection == false else { return }
    state.withLock { $0 = failure }
  }
}
