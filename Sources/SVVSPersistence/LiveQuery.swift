public import SVVS

/// The result of a database query, kept up to date: any write shows, by whatever path it comes.
///
/// A store holds it, and a property of a view state reads ``value``; both observe it. The first read begins the
/// query. When a write returns, the value has what it changed.
///
/// ```swift
/// notes = LiveQuery([], in: database, tracking: ["note"]) { transaction in
///   try transaction.rows("SELECT text FROM note ORDER BY id").map { try $0.value("text") }
/// }
/// ```
///
/// The query runs away from the main thread, and ends when the object is released. If it fails, the value stays
/// and ``error`` says why.
@MainActor @Store
public final class LiveQuery<Value: Sendable> {
  /// The result as of the last transaction that concerns the query; until there is one, what the query was made
  /// with.
  public var value: Value {
    if beginning == nil { begin() }
    return latest
  }
  /// Why ``value`` may be out of date: the error of the last attempt to read it, or nil.
  public private(set) var error: (any Error)?
  /// Whether ``value`` has come from the database, and is no longer what the query was made with.
  public private(set) var isLoaded = false

  private var latest: Value
  @ObservationIgnored private var beginning: Task<Void, any Error>?
  @ObservationIgnored private var running: AnyObject?
  /// How often a result has come, or why there is none.
  @ObservationIgnored private var deliveries = 0
  private let database: AppDatabase
  private let tracked: [TrackedRows]?
  private let fetch: @Sendable (Transaction) throws -> Value

  /// A query that has not begun.
  ///
  /// - Parameters:
  ///   - initially: The value until the first result has come.
  ///   - database: The database to read.
  ///   - tracked: What the query reads. Only transactions that change it run the query again; without it, any do.
  ///   - fetch: Reads the value in a transaction.
  public init(
    _ initially: Value, in database: AppDatabase, tracking tracked: [TrackedRows]? = nil,
    fetch: @escaping @Sendable (Transaction) throws -> Value
  ) {
    latest = initially
    self.database = database
    self.tracked = tracked
    self.fetch = fetch
  }

  /// Waits until ``value`` has come from the database; reads it again if the last attempt failed.
  ///
  /// - Throws: Why the database cannot be read.
  public func load() async throws {
    do {
      try await (beginning ?? begin()).value
    } catch {
      try await begin().value
    }
    guard error != nil else { return }
    let earlier = deliveries
    let value = try await database.read(fetch)
    // What has come meanwhile is newer.
    if deliveries == earlier { receive(.success(value)) }
  }

  @discardableResult
  private func begin() -> Task<Void, any Error> {
    let query = ObservedQuery(tracked: tracked) { [weak self, fetch] transaction in
      let result = Result { try fetch(try transaction.get()) }
      return { self?.receive(result) }
    }
    // At once: a write that is called after this must not come first.
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
