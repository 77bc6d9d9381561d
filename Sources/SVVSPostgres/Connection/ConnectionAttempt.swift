import CPostgres
import Dispatch
import SVVSPersistence
import SystemSupport
import Synchronization

/// An attempt to connect. It runs on its own thread, because libpq waits for name servers and Kerberos without a
/// timeout.
///
/// libpq's own `connect_timeout` does not apply to these waits, and cannot be shorter than two seconds. libpq also has
/// no timeout for statements: `tcp_user_timeout` does not notice a server process that hangs while its system still
/// acknowledges data.
final class ConnectionAttempt: Sendable {
  // libpq does not bind a connection to a thread, and this handle is passed from one thread to another only once.
  private struct Handle: @unchecked Sendable {
    let connection: OpaquePointer
  }

  private enum Outcome {
    case pending
    case ended(Result<Handle, DatabaseError>)
    case abandoned
  }

  private static let oldestVersion: Int32 = 130_000

  private let address: PostgresAddress
  private let deadline: ContinuousClock.Instant
  private let outcome = Mutex(Outcome.pending)
  private let end = DispatchSemaphore(value: 0)

  init(_ address: PostgresAddress, until deadline: ContinuousClock.Instant) {
    self.address = address
    self.deadline = deadline
  }

  /// Connects, and waits for the connection until the deadline.
  func run(_ pq: svvs_pq) throws(DatabaseError) -> OpaquePointer {
    DispatchQueue(label: "svvs.postgres.connect").async { [self] in
      finish(Result { () throws(DatabaseError) in try connect(pq) }, pq)
    }
    _ = end.wait(timeout: .now() + max(ContinuousClock.now.duration(to: deadline) / .seconds(1), 0))
    let outcome = outcome.withLock { outcome in
      defer { outcome = .abandoned }
      return outcome
    }
    guard case .ended(let result) = outcome else { throw timedOut }
    return try result.get().connection
  }

  private func finish(_ result: Result<Handle, DatabaseError>, _ pq: svvs_pq) {
    let isAwaited = outcome.withLock { outcome in
      guard case .pending = outcome else { return false }
      outcome = .ended(result)
      return true
    }
    end.signal()
    if !isAwaited, case .success(let handle) = result { pq.finish(handle.connection) }
  }

  private func connect(_ pq: svvs_pq) throws(DatabaseError) -> Handle {
    let started = withCStrings(address.parameters.map(\.keyword) + [nil]) { keywords in
      withCStrings(address.parameters.map(\.value) + [nil]) { values in pq.connectStartParams(keywords, values, 0) }
    }
    guard let connection = started else { throw DatabaseError(.unavailable, "There is no memory for a connection.") }
    do throws(DatabaseError) {
      // Verbose messages contain the code of an error, which is the same in every language of the server.
      _ = pq.setErrorVerbosity(connection, PQERRORS_VERBOSE)
      // Otherwise libpq writes notices to stderr.
      _ = pq.setNoticeReceiver(connection, { _, _ in }, nil)
      try complete(connection, pq)
      let version = pq.serverVersion(connection)
      guard version >= ConnectionAttempt.oldestVersion else {
        throw DatabaseError(.failed, "PostgreSQL \(version / 10_000) is too old: version 13 or later is required.")
      }
      // In the encoding SQL_ASCII, which initdb chooses if there is no locale, each byte is a character. The encoding
      // is nil if a pool does not report it.
      let encoding = pq.parameterStatus(connection, "server_encoding").map { String(cString: $0) }
      guard encoding == "UTF8" || encoding == nil else {
        throw DatabaseError(.failed, "The encoding of the database must be UTF8 and is \(encoding ?? "").")
      }
      return Handle(connection: connection)
    } catch {
      pq.finish(connection)
      throw error
    }
  }

  private func complete(_ connection: OpaquePointer, _ pq: svvs_pq) throws(DatabaseError) {
    guard pq.status(connection) != CONNECTION_BAD else { throw failure(connection, pq) }
    var event = Waiting.toWrite
    while true {
      guard Waiting.wait(for: [(pq.socket(connection), event)], until: deadline) != nil else { throw timedOut }
      switch pq.connectPoll(connection) {
      case PGRES_POLLING_OK: return
      case PGRES_POLLING_READING: event = Waiting.toRead
      case PGRES_POLLING_WRITING: event = Waiting.toWrite
      default: throw failure(connection, pq)
      }
    }
  }

  private func failure(_ connection: OpaquePointer, _ pq: svvs_pq) -> DatabaseError {
    DatabaseError(
      connecting: pq.message(of: connection), needsPassword: pq.connectionNeedsPassword(connection) != 0)
  }

  private var timedOut: DatabaseError {
    DatabaseError(.unavailable, "PostgreSQL at \(address) did not answer in time.")
  }
}
