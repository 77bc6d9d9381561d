/// The database of an ``AppDatabase``: SQLite or PostgreSQL.
package protocol DatabaseEngine: Sendable {
  /// Reads in one transaction, away from the main thread.
  func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value

  /// Writes in one transaction, away from the main thread. Writes with the same key that are called on one actor run in
  /// the order of their calls. Before this method returns or throws, the new result of every observed query that the
  /// write concerns has been delivered on the main actor.
  nonisolated(nonsending) func write<Value: Sendable>(
    inOrderOf key: String?, _ body: @escaping @Sendable (Transaction) throws -> Value
  ) async throws -> Value

  /// Reads on the calling thread while the app is created, if the read is fast. Returns nil if the read would take
  /// long, or if nothing is stored yet.
  func readAtOnce<Value>(_ body: (Transaction) throws -> Value) throws -> Value?

  /// Whether the database may hold data that this process has not written.
  var isOpen: Bool { get }

  /// The longest time that the main thread waits for first results of queries; see ``FirstResultWait``. It is zero if
  /// reads use a network.
  var firstResultLimit: Duration { get }

  /// Reads a query now, and again after each change of the rows that the query tracks. The reads end when the returned
  /// object is released. This method returns after the first result was delivered.
  nonisolated(nonsending) func observe(_ query: ObservedQuery) async throws -> any Sendable & AnyObject
}

/// A query that is kept up to date.
package struct ObservedQuery: Sendable {
  /// A function that passes the result of a read to the observer, on the main actor. An engine may call it again, so
  /// that the result replaces a later error.
  package typealias Delivery = @MainActor @Sendable () -> Void

  /// The rows that the query reads; nil if it may read any rows.
  package let tracked: [TrackedRows]?
  /// The largest number of changed rows that the query reads one by one. If a transaction has changed more rows, the
  /// query is read as a whole. Zero for a query that is always read as a whole.
  package let maximumChangeCount: Int
  /// A function that reads the query in a transaction, away from the main thread. If no transaction could be begun, it
  /// receives the error instead. It also receives the ids of the rows that have changed since the last read; nil if any
  /// rows may have changed.
  package let read: @Sendable (Result<Transaction, any Error>, _ changed: Set<Int>?) -> Delivery

  package init(
    tracked: [TrackedRows]?, maximumChangeCount: Int = 0,
    read: @escaping @Sendable (Result<Transaction, any Error>, _ changed: Set<Int>?) -> Delivery
  ) {
    self.tracked = tracked
    self.maximumChangeCount = maximumChangeCount
    self.read = read
  }
}
