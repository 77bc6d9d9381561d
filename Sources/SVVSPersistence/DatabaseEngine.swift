/// The database of an ``AppDatabase``: SQLite or PostgreSQL.
package protocol DatabaseEngine: Sendable {
  /// Reads in one transaction, away from the main thread.
  func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value

  /// Writes in one transaction, away from the main thread. Writes with the same key are made in the order of the calls
  /// on one actor. Returns, or throws, after every observed query that it concerns was delivered on the main actor.
  nonisolated(nonsending) func write<Value: Sendable>(
    inOrderOf key: String?, _ body: @escaping @Sendable (Transaction) throws -> Value
  ) async throws -> Value

  /// Reads on the calling thread, if that is fast, while the app is created. Nil if it would take long, or if nothing
  /// is stored yet.
  func readAtOnce<Value>(_ body: (Transaction) throws -> Value) throws -> Value?

  /// Whether the database may hold data that this process has not written.
  var isOpen: Bool { get }

  /// Reads a query, now and after each change of the rows that it tracks, until the returned object is released.
  /// Returns after the first result was delivered.
  nonisolated(nonsending) func observe(_ query: ObservedQuery) async throws -> any Sendable & AnyObject
}

/// A query that is kept up to date.
package struct ObservedQuery: Sendable {
  /// Passes the result of a read to the observer, on the main actor.
  package typealias Delivery = @MainActor @Sendable () -> Void

  /// The rows that the query reads; nil for any rows.
  package let tracked: [TrackedRows]?
  /// Reads in a transaction, away from the main thread. Receives the error instead if there is no transaction.
  package let read: @Sendable (Result<Transaction, any Error>) -> Delivery

  package init(tracked: [TrackedRows]?, read: @escaping @Sendable (Result<Transaction, any Error>) -> Delivery) {
    self.tracked = tracked
    self.read = read
  }
}
