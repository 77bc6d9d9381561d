public import SVVS

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
  private let fetch: @Sendable (Transaction) throws -> Value

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
    self.fetch = fetch
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
    let value = try await database.read(fetch)
    // A result that was delivered meanwhile is newer than this one.
    if deliveries == earlier { receive(.success(value)) }
  }

  @discardableResult
  private func begin() -> Task<Void, any Error> {
    let query = ObservedQuery(tracked: tracked) { [weak self, fetch] transaction in
      let result = Result { try fetch(try transaction.get()) }
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

  private func receive(_ result: Result<Value, any Error>) {
    deliveries += 1
    switch result {
    case .success(let value):
      latest = value
      isLoaded = true
      error = nil
    case .failure(let error): self.error = error
    }
  }
}
