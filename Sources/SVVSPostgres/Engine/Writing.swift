import SVVSPersistence
import SystemSupport

/// Writes in a transaction, and finds out whether that has been made, also where the connection ends meanwhile.
struct Writing {
  /// How long to ask for the outcome, after what the write itself may take.
  private static let outcomeTimeout = Duration.seconds(2)
  /// How long to wait at most after a first conflict, and after any.
  private static let (firstPause, longestPause) = (Duration.milliseconds(5), Duration.milliseconds(500))
  /// How much time has to be left for another attempt, so that the server can refuse it.
  private static let leastTime = Duration.milliseconds(500)

  let database: PostgresDatabase
  let deadline: ContinuousClock.Instant

  /// - Returns: What `body` returns, and the transaction; nil if it has not written anything.
  func run<Value>(
    _ connection: Connection, _ body: (Transaction) throws -> Value
  ) throws -> (value: Value, transaction: UInt64?) {
    var longest = Writing.firstPause
    while true {
      do {
        return try runOnce(connection, body)
      } catch let error as DatabaseError where error.isConflict {
        // At random, so that two that conflict do not meet again.
        let end = ContinuousClock.now + longest * Double.random(in: 0...1)
        guard end + Writing.leastTime < deadline else { throw error }
        _ = Waiting.wait(for: [], until: end)
        longest = min(longest * 2, Writing.longestPause)
      }
    }
  }

  private func runOnce<Value>(
    _ connection: Connection, _ body: (Transaction) throws -> Value
  ) throws -> (value: Value, transaction: UInt64?) {
    let block = TransactionBlock(.write, in: database, until: deadline)
    let value: Value
    let traces: TransactionTraces
    do {
      try connection.script(block.beginning, until: deadline)
      value = try TransactionBlock.run(on: connection, until: deadline, body)
      traces = try TransactionTraces(in: database.schema, connection, until: deadline)
    } catch {
      try? connection.script("ROLLBACK", until: .now + Writing.outcomeTimeout)
      throw error
    }
    do {
      try connection.script("COMMIT", until: deadline)
    } catch {
      // What else the server says, it says of a transaction that it has rolled back.
      guard error.kind == .unavailable || !connection.isOpen else { throw error }
      // A server that says what has come of the transaction was slow: no statement_timeout ends a COMMIT.
      let reason = error.isNoReply ? DatabaseError.tooSlow : error
      try traces.checkOutcome(after: reason, at: database, until: max(deadline, .now) + Writing.outcomeTimeout)
    }
    return (value, traces.transaction)
  }
}
