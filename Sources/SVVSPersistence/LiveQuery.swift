import Dispatch
public import GRDB
public import Observation

/// The result of a database query, kept up to date: any write shows, by whatever path it comes.
///
/// A store holds it, and a view state's property reads ``value``; both are told of a change as of any
/// other. The first read begins the query. When a write returns, what it changed shows here.
///
/// ```swift
/// @MainActor @Observable
/// final class NoteStore {
///   let notes: LiveQuery<[Note]>
///
///   init(database: AppDatabase) {
///     notes = LiveQuery([], in: database, tracking: [Table("note")]) { try Note.fetchAll($0) }
///   }
/// }
/// ```
///
/// The query runs away from the main thread. It ends when nobody holds it any more.
@MainActor @Observable
public final class LiveQuery<Value: Sendable> {
  /// What the database holds, as of the last transaction that concerned the query.
  public var value: Value {
    if beginning == nil { begin() }
    return latest
  }
  /// Why ``value`` may be out of date: the last attempt to read it failed.
  public private(set) var error: (any Error)?
  /// Whether ``value`` is what the database holds, and no longer what it was made with.
  public private(set) var isLoaded = false

  private var latest: Value
  @ObservationIgnored private var beginning: Task<Void, any Error>?
  @ObservationIgnored private var running: AnyDatabaseCancellable?
  private let database: AppDatabase
  private let observation: DatabaseRegionObservation
  private let fetch: @Sendable (Database) throws -> Value

  /// A query that has not begun; until its first result is there, its value is `initially`.
  ///
  /// - Parameters:
  ///   - regions: What the query reads, such as tables; a transaction that touches nothing of it costs
  ///     nothing.
  ///   - fetch: Reads the value in a database access.
  public init(
    _ initially: Value, in database: AppDatabase,
    tracking regions: [any DatabaseRegionConvertible] = [DatabaseRegion.fullDatabase],
    fetch: @escaping @Sendable (Database) throws -> Value
  ) {
    latest = initially
    self.database = database
    observation = DatabaseRegionObservation(tracking: regions)
    self.fetch = fetch
  }

  /// Waits until ``value`` is what the database holds; reads it again if that failed before.
  ///
  /// - Throws: Why the database cannot be read.
  public func load() async throws {
    do {
      try await (beginning ?? begin()).value
    } catch {
      try await begin().value
    }
    guard error != nil else { return }
    receive(.success(try await database.read(fetch)))
  }

  @discardableResult
  private func begin() -> Task<Void, any Error> {
    let deliver = { @Sendable [weak self] (result: Result<Value, any Error>) in
      // From the writer's queue straight to the main one: results come in the order of the
      // transactions, and before whoever wrote is told that the write is done.
      DispatchQueue.main.async { self?.receive(result) }
    }
    // At once: a write that is called after this must not come first.
    let task = Task.immediate { [weak self, database, observation, fetch] in
      do {
        let running = try await database.observe(observation, fetch: fetch, deliver: deliver)
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
    switch result {
    case .success(let value):
      latest = value
      isLoaded = true
      error = nil
    case .failure(let error): self.error = error
    }
  }
}
