import GRDB

/// An observer that reads a query after each transaction of this process that concerns the query, and after writes of
/// other processes.
///
/// The observation ends when the observer is released.
// Sendable because all methods run on the writer's queue. Other threads only release the observer.
final class QueryObserver: TransactionObserver, @unchecked Sendable {
  private let query: ObservedQuery
  private let connections: Connections
  /// The names of the tables that the query reads, in lower case; nil if it may read any table.
  private let tables: Set<String>?
  /// Whether the transaction concerns the query.
  private var isConcerned = false
  /// The ids of the rows that the transaction has changed; nil if any rows may have changed.
  private var changed: Set<Int>? = []
  /// SQLite's counter of the writes of other connections, from before the last read.
  private var version: Int?

  /// Reads the query for the first time, and then observes the connection.
  init(_ query: ObservedQuery, _ connections: Connections, _ database: Database) {
    self.query = query
    self.connections = connections
    tables = query.tracked.map { Set($0.map { $0.table.lowercased() }) }
    connections.deliver(query, changed: nil, since: &version, from: database)
    database.add(transactionObserver: self)
  }

  func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
    tables?.contains(kind.tableName.lowercased()) ?? true
  }

  /// Receives a change of which the rows are not known.
  func databaseDidChange() {
    isConcerned = true
    changed = nil
    stopObservingDatabaseChangesUntilNextTransaction()
  }

  func databaseDidChange(with event: DatabaseEvent) {
    isConcerned = true
    changed?.insert(Int(event.rowID))
    if let changed, changed.count > query.maximumChangeCount { databaseDidChange() }
  }

  func databaseDidCommit(_ database: Database) {
    if isConcerned { connections.deliver(query, changed: changed, since: &version, from: database) }
    begin()
  }

  func databaseDidRollback(_ database: Database) { begin() }

  /// Prepares for the next transaction.
  private func begin() { (isConcerned, changed) = (false, []) }
}
