public import SVVS
import Synchronization

/// The result of a database query, kept up to date after every write of this process or of another program.
///
/// A store holds the query, and a property of a view state reads ``value``, which is observed. The query begins when
/// one of its properties is read for the first time. This read waits for the first result if the database is SQLite, so
/// that the snapshot of a view contains the rows. A read while ``load()`` is in progress does not wait. When a write
/// returns, ``value`` includes the changes of that write.
///
/// ```swift
/// notes = LiveQuery([], in: database, tracking: ["note"]) { transaction in
///   try transaction.rows("SELECT text FROM note ORDER BY id").map { try $0.value("text") }
/// }
/// ```
///
/// The first read waits at most a quarter of a second, because the main thread is blocked meanwhile. This limit is for
/// all queries together that wait for one database: a view with several queries is not delayed longer, even if another
/// program has locked the file. If the result arrives later, or if the database is PostgreSQL, ``value`` is the initial
/// value until then.
///
/// The query runs away from the main thread, and ends when the `LiveQuery` is released. If the query fails, ``value``
/// does not change, and ``error`` is the reason.
@MainActor @Store
public final class LiveQuery<Value: Sendable> {
  /// The result of the query after the last transaction that concerns the query. Before the first result, this is the
  /// initial value.
  public var value: Value {
    beginIfNeeded()
    return latest
  }
  /// The error of the last attempt to read ``value``; nil after a success. While there is an error, ``value`` may be
  /// out of date.
  public var error: (any Error)? {
    beginIfNeeded()
    return latestError
  }
  /// Whether ``value`` was read from the database. Until then, it is the initial value.
  public var isLoaded: Bool {
    beginIfNeeded()
    return hasResult
  }

  private var latest: Value
  private var latestError: (any Error)?
  private var hasResult = false
  @ObservationIgnored private var beginning: Task<Void, any Error>?
  @ObservationIgnored private var running: AnyObject?
  /// The number of results and errors that were delivered.
  @ObservationIgnored private var deliveries = 0
  private let database: AppDatabase
  private let tracked: [TrackedRows]?
  /// The largest number of changed rows that are read one by one; see ``ObservedQuery/maximumChangeCount``.
  private let maximumChangeCount: Int
  private let read: Read

  /// Changes the latest value according to a result.
  private typealias Change = @MainActor @Sendable (LiveQuery) -> Void
  /// Reads the query as a whole, or only the rows with the ids `changed`.
  private typealias Read = @Sendable (Transaction, _ changed: Set<Int>?) throws -> Change

  /// A query that begins when one of its properties is read or ``load()`` is called.
  ///
  /// - Parameters:
  ///   - initially: The initial ``value``, which is used until the first result arrives.
  ///   - database: The database to read.
  ///   - tracked: The rows that the query reads. Only transactions that change these rows run the query again. If
  ///     `tracked` is nil, every transaction runs the query again.
  ///   - fetch: A function that reads the value in a transaction.
  public init(
    _ initially: Value, in database: AppDatabase, tracking tracked: [TrackedRows]? = nil,
    fetch: @escaping @Sendable (Transaction) throws -> Value
  ) {
    latest = initially
    self.database = database
    self.tracked = tracked
    maximumChangeCount = 0
    read = { transaction, _ in
      let value = try fetch(transaction)
      return { $0.latest = value }
    }
  }

  /// A query of the rows of one table, in the order of their ids, as an array that records its changes.
  ///
  /// After a write of this process that has changed few rows, SQLite reads only these rows. The cost of such a write
  /// does not depend on the number of rows. After any other write, and with PostgreSQL, all rows are read. In both
  /// cases, only the elements that differ are replaced in ``value``.
  ///
  /// ```swift
  /// notes = LiveQuery(rowsOf: "note", matching: "SELECT id, text FROM note", in: database) { row in
  ///   ListedNote(id: try row.value("id"), text: try row.value("text"))
  /// }
  /// ```
  ///
  /// The table needs a column `id` of the type ``SQL/identity``. Writes must not change the id of a row, and must not
  /// use `INSERT OR REPLACE`, because SQLite does not report the rows that it deletes: use `ON CONFLICT … DO UPDATE`.
  ///
  /// - Parameters:
  ///   - tracked: The rows that the query reads, all of one table.
  ///   - query: A `SELECT` of the table without `ORDER BY` and `LIMIT`. Its columns include `id`. Whether it returns a
  ///     row, and with which values, depends only on this row of the table.
  ///   - limit: A limit on all rows of the query. It is checked whenever all rows are read. If it is exceeded, ``error``
  ///     is of the kind `tooLarge`.
  ///   - database: The database to read.
  ///   - element: A function that makes an element from a row.
  public init<Element: JSONEncodable & Sendable>(
    rowsOf tracked: TrackedRows, matching query: SQL, within limit: RowLimit? = nil, in database: AppDatabase,
    element: @escaping @Sendable (Row) throws -> Element
  ) where Value == ObservableArray<Element> {
    let rows = KeyedRows<Element>()
    latest = rows.elements
    self.database = database
    self.tracked = [tracked]
    maximumChangeCount = 100
    read = { transaction, changed in
      let keyed = { @Sendable (row: Row) in (key: try row.value("id", as: Int.self), element: try element(row)) }
      guard let changed else {
        if let limit { try transaction.check(query, isWithin: limit) }
        let all = try transaction.rows("SELECT * FROM (\(query)) AS everything ORDER BY id").map(keyed)
        return { _ in rows.show(all) }
      }
      let found = try changed.sorted().map { id in
        (key: id, row: try transaction.row("SELECT * FROM (\(query)) AS everything WHERE id = \(id)").map(keyed))
      }
      return { _ in for (key, row) in found { rows.show(row?.element, at: key) } }
    }
  }

  /// Waits until ``value`` has been read from the database. If the last attempt failed, reads it again.
  ///
  /// - Throws: The error with which the read failed.
  public func load() async throws {
    do {
      try await (beginning ?? start()).value
    } catch {
      try await start().value
    }
    guard latestError != nil else { return }
    let earlier = deliveries
    let change = try await database.read { [read] in try read($0, nil) }
    // A result that was delivered meanwhile is newer than this one.
    if deliveries == earlier { receive(.success(change)) }
  }

  /// Begins the query without waiting for the first result.
  package func begin() {
    if beginning == nil { start() }
  }

  /// Begins the query before the first read of a property, and waits for the first result. Every property calls this
  /// method first: a getter is not notified of changes that it causes itself.
  private func beginIfNeeded() {
    guard beginning == nil else { return }
    let first = FirstResult<Change>()
    let task = start(passing: first)
    let result = database.firstResultWait.measure(until: task) { first.wait(for: $0) }
    if let result { receive(result) }
  }

  /// - Parameter first: The object that receives the first result before it is delivered.
  @discardableResult
  private func start(passing first: FirstResult<Change>? = nil) -> Task<Void, any Error> {
    // Whether the last read has succeeded. After a failure, the rows that have changed since are not known.
    let isCurrent = Mutex(false)
    let query = ObservedQuery(
      tracked: tracked, maximumChangeCount: maximumChangeCount
    ) { [weak self, read] transaction, changed in
      let result = Result { try read(try transaction.get(), isCurrent.withLock { $0 } ? changed : nil) }
      isCurrent.withLock { $0 = (try? result.get()) != nil }
      let wasPassed = first?.pass(result) ?? false
      // A first result that was passed is delivered only to replace a later error.
      return { if let self, !wasPassed || self.latestError != nil { self.receive(result) } }
    }
    // The task starts immediately, so that a write that is called later does not come before the query.
    let task = Task.immediate { [weak self, database] in
      do {
        let running = try await database.engine.observe(query)
        self?.running = running
      } catch {
        if first?.pass(.failure(error)) != true { self?.receive(.failure(error)) }
        throw error
      }
    }
    beginning = task
    return task
  }

  private func receive(_ result: Result<Change, any Error>) {
    deliveries += 1
    switch result {
    case .success(let change):
      change(self)
      hasResult = true
      latestError = nil
    case .failure(let error): latestError = error
    }
  }
}
