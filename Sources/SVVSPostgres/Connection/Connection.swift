import CPostgres
import Dispatch
import SVVSPersistence
import SystemSupport

/// A connection to PostgreSQL, for one thread at a time. Its calls block. The main thread uses it only while the app is
/// created.
///
/// If the deadline of a call passes, the connection asks the server to cancel the statement, and then closes itself.
final class Connection {
  /// The reason why ``wait(for:orWake:)`` returned.
  enum Wakeup {
    /// A notification has arrived.
    case notified
    /// The descriptor is readable.
    case woken
    /// The duration has passed.
    case timedOut
  }

  private static let ended = DatabaseError(.unavailable, "The connection to PostgreSQL has ended.")

  private let pq: svvs_pq
  /// Nil after the connection was closed.
  private var handle: OpaquePointer?
  private var notificationCount = 0

  private init(_ handle: OpaquePointer, _ pq: svvs_pq) {
    self.handle = handle
    self.pq = pq
  }

  deinit { close() }

  /// Opens a connection to the database at `address`.
  ///
  /// - Throws: ``DatabaseError``, of the kind `unavailable` if a later attempt may succeed.
  static func open(
    _ address: PostgresAddress, until deadline: ContinuousClock.Instant
  ) throws(DatabaseError) -> Connection {
    let pq = try PostgresLibrary.functions()
    let handle = try ConnectionAttempt(address, until: deadline).run(pq)
    // In blocking mode, sending could block beyond the deadline.
    _ = pq.setnonblocking(handle, 1)
    return Connection(handle, pq)
  }

  /// Whether the connection can be used, as far as this computer knows. This property reads the data that has arrived,
  /// to notice whether the server has closed the connection.
  var isOpen: Bool {
    while let handle, Waiting.wait(for: [(pq.socket(handle), Waiting.toRead)], until: .now) != nil { read(handle) }
    return handle != nil
  }

  /// The version of the server, such as 150003 for 15.3; 0 after the connection was closed.
  var serverVersion: Int { handle.map { Int(pq.serverVersion($0)) } ?? 0 }

  /// Closes the connection, which rolls back a transaction in progress.
  func close() {
    if let handle { pq.finish(handle) }
    handle = nil
  }

  /// Runs one statement, with its values bound.
  @discardableResult
  func run(
    _ sql: SQL, until deadline: ContinuousClock.Instant
  ) throws(DatabaseError) -> (rows: [Row], changes: Int) {
    let statement = try RenderedSQL(sql)
    let result = try exchange(until: deadline) { handle in
      withCStrings(statement.values) { values in
        pq.sendQueryParams(handle, statement.text, Int32(statement.values.count), nil, values, nil, nil, 0)
      }
    }
    defer { pq.clear(result) }
    guard let values = result.map({ PostgresResult($0, pq) }) else { return ([], 0) }
    return (values.rows, values.changes)
  }

  /// Runs statements without bound values, in one round trip.
  func script(_ text: String, until deadline: ContinuousClock.Instant) throws(DatabaseError) {
    pq.clear(try exchange(until: deadline) { handle in pq.sendQuery(handle, text) })
  }

  /// Returns the number of notifications that have arrived since the last call of this method.
  func notifications() throws(DatabaseError) -> Int {
    guard isOpen else { throw Connection.ended }
    collectNotifications()
    defer { notificationCount = 0 }
    return notificationCount
  }

  /// Waits until there are notifications, `descriptor` is readable, or `duration` has passed. If `duration` is nil,
  /// there is no time limit.
  func wait(for duration: Duration?, orWake descriptor: Int32) throws(DatabaseError) -> Wakeup {
    let deadline = duration.map { ContinuousClock.now + $0 }
    while let handle {
      collectNotifications()
      if notificationCount > 0 { return .notified }
      let events = [(pq.socket(handle), Waiting.toRead), (descriptor, Waiting.toRead)]
      guard let isReady = Waiting.wait(for: events, until: deadline) else { return .timedOut }
      if isReady[1] { return .woken }
      read(handle)
    }
    throw Connection.ended
  }

  private func exchange(
    until deadline: ContinuousClock.Instant, _ send: (OpaquePointer) -> Int32
  ) throws(DatabaseError) -> OpaquePointer? {
    guard let handle else { throw Connection.ended }
    var outcome = Exchange.Outcome.failed(Connection.ended)
    if send(handle) == 1 {
      outcome = Exchange(handle: handle, pq: pq, deadline: deadline).run()
    } else if pq.status(handle) == CONNECTION_OK {
      outcome = .failed(DatabaseError(.failed, lines: pq.message(of: handle)))
    }
    switch outcome {
    case .result(let result): return result
    case .failed(let error):
      // If a COPY is in progress, only closing the connection ends it.
      if pq.status(handle) != CONNECTION_OK || pq.transactionStatus(handle) == PQTRANS_ACTIVE { close() }
      throw error
    case .timedOut:
      abandon(handle)
      // A server that is merely busy would have replied earlier, because its own timeouts are shorter.
      throw DatabaseError.noReply
    }
  }

  /// Starts to cancel the statement on the server and to close the connection. Does not wait until this is done.
  private func abandon(_ handle: OpaquePointer) {
    self.handle = nil
    // No other code uses the handle from here on.
    nonisolated(unsafe) let handle = handle
    DispatchQueue(label: "svvs.postgres.cancel").async { [pq] in
      if let cancel = pq.getCancel(handle) {
        // If the request fails, the buffer receives the reason.
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { _ = pq.cancel(cancel, $0.baseAddress, 256) }
        pq.freeCancel(cancel)
      }
      pq.finish(handle)
    }
  }

  private func read(_ handle: OpaquePointer) {
    if pq.consumeInput(handle) == 0 || pq.status(handle) != CONNECTION_OK { close() }
  }

  private func collectNotifications() {
    while let handle, let notification = pq.notifies(handle) {
      notificationCount += 1
      pq.freemem(notification)
    }
  }
}
