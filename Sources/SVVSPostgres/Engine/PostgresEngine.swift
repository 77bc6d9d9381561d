import SVVSPersistence

/// A database in PostgreSQL, shared with other processes.
final class PostgresEngine: DatabaseEngine {
  /// The time limit of a read or a write, measured from its call.
  static let limit = Duration.seconds(5)
  /// The time limit of a read while the app is created. Such a read blocks the thread that creates the app.
  private static let shortLimit = Duration.seconds(1)

  private let database: PostgresDatabase
  private let reachability = Reachability()
  private let follower: Follower
  private let writers: ConnectionPool
  private let reader: ConnectionPool

  /// - Parameters:
  ///   - writerCount: The number of connections for writes.
  ///   - start: A connection to the database, which was already brought up to date, or the error with which the attempt
  ///     to connect failed, which was already logged.
  init(
    _ database: PostgresDatabase, writerCount: Int, start: sending Result<Connection, DatabaseError>
  ) throws(DatabaseError) {
    self.database = database
    if case .failure(let error) = start { reachability.record(error) }
    follower = try Follower(database, reachability, start: start)
    writers = ConnectionPool(database.address, count: writerCount, name: "writer", reachability: reachability)
    reader = ConnectionPool(database.address, name: "reader", reachability: reachability)
  }

  let isOpen = true

  let firstResultLimit = Duration.zero

  @concurrent
  func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
    try await use(reader) { [database] connection, deadline in
      try PostgresEngine.read(body, from: database, connection, until: deadline)
    }
  }

  func readAtOnce<Value>(_ body: (Transaction) throws -> Value) throws -> Value? {
    try follower.readAtOnce { connection in
      try PostgresEngine.read(body, from: database, connection, until: .now + PostgresEngine.shortLimit)
    }
  }

  nonisolated(nonsending) func write<Value: Sendable>(
    inOrderOf key: String?, _ body: @escaping @Sendable (Transaction) throws -> Value
  ) async throws -> Value {
    do {
      let (value, transaction) = try await use(writers, inOrderOf: key) { [database] connection, deadline in
        try Writing(database: database, deadline: deadline).run(connection, body)
      }
      if let transaction { await follower.show(transaction) }
      return value
    } catch let error as DatabaseError where error.kind == .outcomeUnknown {
      await follower.show(nil)
      throw error
    }
  }

  nonisolated(nonsending) func observe(_ query: ObservedQuery) async throws -> any Sendable & AnyObject {
    await follower.observe(query)
  }

  private nonisolated(nonsending) func use<Value: Sendable>(
    _ connections: ConnectionPool, inOrderOf key: String? = nil,
    _ job: @escaping @Sendable (Connection, ContinuousClock.Instant) throws -> Value
  ) async throws -> Value {
    let isKnownToBeGone = reachability.failure != nil
    do {
      return try await connections.run(within: PostgresEngine.limit, inOrderOf: key) {
        [follower] connection, deadline in
        try follower.awaitReadiness(until: deadline)
        return try job(connection, deadline)
      }
    } catch let error as DatabaseError where error.kind == .unavailable {
      // If the server was known to be gone, the follower is already trying to reach it, with growing pauses between the
      // attempts.
      if !isKnownToBeGone { follower.check() }
      throw error
    }
  }

  private static func read<Value>(
    _ body: (Transaction) throws -> Value, from database: PostgresDatabase, _ connection: Connection,
    until deadline: ContinuousClock.Instant
  ) throws -> Value {
    let block = TransactionBlock(.read, in: database, until: deadline)
    return try connection.inTransaction(block.beginning, until: deadline) {
      try TransactionBlock.run(on: connection, until: deadline, body)
    }
  }
}
