import SVVSPersistence
import SystemSupport

/// A write in a transaction. If the connection is lost during the commit, the write finds out whether the transaction
/// was committed.
struct Writing {
  /// The longest time to search for the outcome of a commit, after the deadline of the write.
  private static let outcomeTimeout = Duration.seconds(2)
  /// The time that a retry must have before the deadline. It is long enough for the server to cancel the retry.
  private static let leastTime = Duration.milliseconds(500)

  let database: PostgresDatabase
  let deadline: ContinuousClock.Instant

  /// Returns the value of `body`, and the number of the transaction; nil if nothing was written.
  func run<Value>(
    _ connection: Connection, _ body: (Transaction) throws -> Value
  ) throws -> (value: Value, transaction: UInt64?) {
    var backOff = BackOff(from: .milliseconds(5), upTo: .milliseconds(500))
    while true {
      do {
        return try runOnce(connection, body)
      } catch let error as DatabaseError where error.isConflict {
        // The pause is random, so that two conflicting transactions do not conflict again.
        let end = ContinuousClock.now + backOff.next() * Double.random(in: 0...1)
        guard end + Writing.leastTime < deadline else { throw error }
        _ = Waiting.wait(for: [], until: end)
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
      // For any other error, the server has rolled back the transaction.
      guard error.kind == .unavailable || !connection.isOpen else { throw error }
      // If the server reports the outcome, it was only slow: statement_timeout does not cancel a COMMIT.
      let reason = error.isTimeout ? DatabaseError.tooSlow : error
      try traces.checkOutcome(after: reason, at: database, until: max(deadline, .now) + Writing.outcomeTimeout)
    }
    return (value, traces.transaction)
  }
}
