import CPostgres
import Dispatch
import SVVSPersistence
import SystemSupport

/// A connection to PostgreSQL, for one thread, which waits in each call: not the main thread.
///
/// If the deadline of a call passes, the server is asked to cancel the statement, and the connection is closed.
final class Connection {
  /// Why ``wait(for:orWake:)`` has returned.
  enum Wakeup {
    /// There are ``notifications()``.
    case notified
    /// The descriptor can be read.
    case woken
    /// Nothing has come for so long.
    case timedOut
  }

  private static let ended = DatabaseError(.unavailable, "The connection to PostgreSQL has ended.")

  private let pq: svvs_pq
  /// Nil once it is closed.
  private var handle: OpaquePointer?
  private var notificationCount = 0

  private init(_ handle: OpaquePointer, _ pq: svvs_pq) {
    self.handle = handle
    self.pq = pq
  }

  deinit { close() }

  /// Connects.
  ///
  /// - Throws: ``DatabaseError``; of the kind `unavailable` if it may succeed later.
  static func open(
    _ address: PostgresAddress, until deadline: ContinuousClock.Instant
  ) throws(DatabaseError) -> Connection {
    let pq = try PostgresLibrary.functions()
    let handle = try ConnectionAttempt(address, until: deadline).run(pq)
    // The deadline holds for sending as well.
    _ = pq.setnonblocking(handle, 1)
    return Connection(handle, pq)
  }

  /// Whether it can be used, as far as this computer knows: also whether the server has ended it since the last call.
  var isOpen: Bool {
    while let handle, Waiting.wait(for: [(pq.socket(handle), Waiting.toRead)], until: .now) != nil { read(handle) }
    return handle != nil
  }

  /// Such as 150003 for 15.3; 0 if it is closed.
  var serverVersion: Int { handle.map { Int(pq.serverVersion($0)) } ?? 0 }

  /// Closes it; what is in a transaction is rolled back.
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

  /// Runs statements without values, in one round trip.
  func script(_ text: String, until deadline: ContinuousClock.Instant) throws(DatabaseError) {
    pq.clear(try exchange(until: deadline) { handle in pq.sendQuery(handle, text) })
  }

  /// How many notifications have come since this was asked last.
  func notifications() throws(DatabaseError) -> Int {
    guard isOpen else { throw Connection.ended }
    collectNotifications()
    defer { notificationCount = 0 }
    return notificationCount
  }

  /// Waits until there are notifications, or a descriptor can be read, or the time has passed; nil for any time.
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
      // COPY is still under way.
      if pq.status(handle) != CONNECTION_OK || pq.transactionStatus(handle) == PQTRANS_ACTIVE { close() }
      throw error
    case .timedOut:
      abandon(handle)
      // A server that is busy has limits of its own, which are shorter, and says so.
      throw DatabaseError.noReply
    }
  }

  /// Has the server cancel the statement, and closes the connection, without waiting for either.
  private func abandon(_ handle: OpaquePointer) {
    self.handle = nil
    // Nobody else has it from here on.
    nonisolated(unsafe) let handle = handle
    DispatchQueue(label: "svvs.postgres.cancel").async { [pq] in
      if let cancel = pq.getCancel(handle) {
        // It says there why it cannot.
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
