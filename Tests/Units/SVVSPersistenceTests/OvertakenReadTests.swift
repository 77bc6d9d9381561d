import SVVSPersistence
import Synchronization
import Testing

@MainActor @Suite(.timeLimit(.minutes(1)))
struct OvertakenReadTests {
  private let gone = DatabaseError(.unavailable, "gone")

  @Test func aDeliveryWhileAQueryLoadsIsNewer() async throws {
    let text = text { [gone] in [$0.read(.failure(gone), nil)] }
    try await text.load()
    #expect(text.value == "newer")
    #expect(text.error == nil)
  }

  @Test func aFirstResultThatIsDeliveredAgainEndsAnError() async throws {
    let text = text { [gone] query in
      let first = query.read(.success(OvertakenEngine.transaction("first")), nil)
      return [first, query.read(.failure(gone), nil), first]
    }
    #expect(text.value == "first")
    try await text.load()
    #expect(text.value == "first", "The query was not read again.")
  }

  private func text(_ deliveries: @escaping OvertakenEngine.Deliveries) -> LiveQuery<String> {
    LiveQuery("", in: AppDatabase(engine: OvertakenEngine(deliveries))) { transaction in
      try transaction.row("SELECT text")?.value("text") ?? ""
    }
  }
}

/// A database that makes the deliveries of a test at first, and then delivers during a read.
private final class OvertakenEngine: DatabaseEngine {
  typealias Deliveries = @Sendable (ObservedQuery) -> [ObservedQuery.Delivery]

  private let deliveries: Deliveries
  private let query = Mutex<ObservedQuery?>(nil)
  let isOpen = true
  let firstResultLimit = Duration.zero

  init(_ deliveries: @escaping Deliveries) { self.deliveries = deliveries }

  func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
    let value = try body(OvertakenEngine.transaction("older"))
    let delivery = query.withLock { $0?.read(.success(OvertakenEngine.transaction("newer")), nil) }
    await MainActor.run { delivery?() }
    return value
  }

  nonisolated(nonsending) func observe(_ query: ObservedQuery) async throws -> any Sendable & AnyObject {
    self.query.withLock { $0 = query }
    let deliveries = deliveries(query)
    // The caller continues before the first delivery.
    await Task.yield()
    for deliver in deliveries { await MainActor.run { deliver() } }
    return self
  }

  nonisolated(nonsending) func write<Value: Sendable>(
    inOrderOf key: String?, _ body: @escaping @Sendable (Transaction) throws -> Value
  ) async throws -> Value { throw DatabaseError(.readOnly, "It is only read.") }

  func readAtOnce<Value>(_ body: (Transaction) throws -> Value) throws -> Value? { nil }

  static func transaction(_ text: String) -> Transaction {
    Transaction(on: .postgres) { _ in ([Row([.text(text)], columns: Row.Columns(["text"]))], 0) }
  }
}
