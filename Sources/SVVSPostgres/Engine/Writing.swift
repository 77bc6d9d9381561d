import SVVSPersistence

/// Writes in a transaction, and finds out whether that has been made, also where the connection ends meanwhile.
struct Writing {
  /// How long to ask for the outcome, after what the write itself may take.
  private static let patience = Duration.seconds(2)

  let database: PostgresDatabase
  let deadline: ContinuousClock.Instant

  /// - Returns: What `body` returns, and the transaction; nil if it has not written anything.
  func run<Value>(
    _ connection: Connection, _ body: (Transaction) throws -> Value
  ) throws -> (value: Value, transaction: UInt64?) {
    while true {
      do {
        return try runOnce(connection, body)
      } catch let error as DatabaseError where error.isConflict && deadline > .now {
        // It was rolled back for the sake of another that has been made.
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
      try? connection.script("ROLLBACK", until: .now + Writing.patience)
      throw error
    }
    do {
      try connection.script("COMMIT", until: deadline)
    } catch {
      // What else the server says, it says of a transaction that it has rolled back.
      guard error.kind == .unavailable || !connection.isOpen else { throw error }
      try traces.checkOutcome(after: error, at: database, until: max(deadline, .now) + Writing.patience)
    }
    return (value, traces.transaction)
  }
}
