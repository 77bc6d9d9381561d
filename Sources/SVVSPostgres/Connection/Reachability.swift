import SVVSPersistence
import Synchronization

/// Whether the server has answered, as whoever used it last has noticed.
///
/// One long wait is enough to find out that it does not: from then on a new connection is to come about at once, until
/// one has. A server that is back lets in whoever knocks within milliseconds, so that nobody fails for that.
final class Reachability: Sendable {
  /// How long to wait for a server that has not answered before.
  static let shortTimeout = Duration.seconds(1)

  private let state = Mutex<DatabaseError?>(nil)

  /// Why the server could not be reached the last time; nil if it could.
  var failure: DatabaseError? { state.withLock { $0 } }

  /// Notes how a use of the server has ended; of errors, only that it cannot be reached.
  func note(_ error: (any Error)?) {
    let failure = error as? DatabaseError
    guard error == nil || failure?.kind == .unavailable else { return }
    state.withLock { $0 = failure }
  }
}
