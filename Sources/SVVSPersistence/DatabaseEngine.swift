/// What carries an ``AppDatabase``: SQLite, or PostgreSQL.
package protocol DatabaseEngine: Sendable {
  /// Reads in one transaction, away from the main thread.
  func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value

  /// Writes in one transaction, away from the main thread. Writes with the same key are made in the order of the calls
  /// on one actor. Returns, or throws, when every observed query that it concerns has been delivered on the main actor.
  nonisolated(nonsending) func write<Value: Sendable>(
    inOrderOf key: String?, _ body: @escaping @Sendable (Transaction) throws -> Value
  ) async throws -> Value

  /// Reads at once, on the calling thread, where that does not take long: while the app is made. Nil where it would, or
  /// where nothing is kept yet.
  func readAtOnce<Value>(_ body: (Transaction) throws -> Value) throws -> Value?

  /// Whether there may be something kept that was not written by this process.
  var isOpen: Bool { get }

  /// Reads a query, now and after each change of what it tracks, until what is returned is released. Returns when
  /// the first result has been delivered.
  nonisolated(nonsending) func observe(_ query: ObservedQuery) async throws -> any Sendable & AnyObject
}

/// A query that is kept up to date.
package struct ObservedQuery: Sendable {
  /// Shows on the main actor what was read.
  package typealias Delivery = @MainActor @Sendable () -> Void

  /// What it reads; nil for anything.
  package let tracked: [TrackedRows]?
  /// Reads, away from the main thread; or takes why that cannot be done.
  package let read: @Sendable (Result<Transaction, any Error>) -> Delivery

  package init(tracked: [TrackedRows]?, read: @escaping @Sendable (Result<Transaction, any Error>) -> Delivery) {
    self.tracked = tracked
    self.read = read
  }
}
