public import SVVS
import Synchronization

/// The result of a database query, kept up to date after every write of this process or of another program.
///
/// A store holds the query, and a property of a view state reads ``value``, which is observed. The query begins when
/// ``value`` is read for the first time. When a write returns, ``value`` includes the changes of that write.
///
/// ```swift
/// notes = LiveQuery([], in: database, tracking: ["note"]) { transaction in
///   try transaction.rows("SELECT text FROM note ORDER BY id").map { try $0.value("text") }
/// }
/// ```
///
/// The query runs away from the main thread, and ends when the `LiveQuery` is released. If the query fails, ``value``
/// does not change, and ``error`` is the reason.
@MainActor @Store
public final class LiveQuery<Value: Sendable> {
  /// The result of the query after the last transaction that concerns the query. Before the first result, this is the
  /// initial value.
  public var value: Value {
    if beginning == nil { begin() }
    return latest
  }
  /// The error of the last attempt to read ``value``; nil after a success. While there is an error, ``value`` may be
  /// out of date.
  public private(set) var error: (any Error)?
  /// Whether ``value`` was read from the database. Until then, it is the initial value.
  public private(set) var isLoaded = false

  private var latest: Value
  @ObservationIgnored private var beginning: Task<Void, any Error>?
  @ObservationIgnored private var running: AnyObject?
  /// The number of results and errors that were delivered.
  @ObservationIgnored private var deliveries = 0
  private let database: AppDatabase
  private let tracked: [TrackedRows]?
  /// The largest number of changed rows that are read one by one; see ``ObservedQuery/maximumChangeCount``.
  private let maximumChangeCount: Int
  private let read: Read

  /// Reads the query as a whole, or only the rows with the ids `changed`. Returns a function that shows the result.
  private typealias Read =
    @Sendable (Transaction, _ changed: Set<Int>?) throws -> @MainActor @Sendable (LiveQuery) -> Void

  /// A query that begins when ``value`` is read or ``load()`` is called.
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
  /// notes = LiveQuery(rowsOf: "note", matching: "SELECT id, text FROM note WHERE NOT isDeleted", in: database) { row in
  ///   Note(id: try row.value("id"), text: try row.value("text"))
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
  public init<Element: Equatable & Sendable>(
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
      try await (beginning ?? begin()).value
    } catch {
      try await begin().value
    }
    guard error != nil else { return }
    let earlier = deliveries
    let show = try await database.read { [read] in try read($0, nil) }
    // A result that was delivered meanwhile is newer than this one.
    if deliveries == earlier { receive(.success(show)) }
  }

  @discardableResult
  private func begin() -> Task<Void, any Error> {
    // Whether the last read has succeeded. After a failure, the rows that have changed since are not known.
    let isCurrent = Mutex(false)
    let query = ObservedQuery(
      tracked: tracked, maximumChangeCount: maximumChangeCount
    ) { [weak self, read] transaction, changed in
      let result = Result { try read(try transaction.get(), isCurrent.withLock { $0 } ? changed : nil) }
      isCurrent.withLock { $0 = (try? result.get()) != nil }
      return { self?.receive(result) }
    }
    // The task starts immediately, so that a write that is called later does not come before the query.
    let task = Task.immediate { [weak self, database] in
      do {
        let running = try await database.engine.observe(query)
        self?.running = running
      } catch {
        self?.error = error
        throw error
      }
    }
    beginning = task
    return task
  }

  private func receive(_ result: Result<@MainActor @Sendable (LiveQuery) -> Void, any Error>) {
    deliveries += 1
    switch result {
    case .success(let show):
      show(self)
      isLoaded = true
      error = nil
    case .failure(let error): self.error = error
    }
  }
}
