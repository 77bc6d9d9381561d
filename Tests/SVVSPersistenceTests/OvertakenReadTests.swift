import SVVSPersistence
import Synchronization
import Testing

@MainActor @Suite(.timeLimit(.minutes(1)))
struct OvertakenReadTests {
  @Test func aDeliveryWhileAQueryLoadsIsNewer() async throws {
    let text = LiveQuery("", in: AppDatabase(engine: OvertakenEngine())) { transaction in
      try transaction.row("SELECT text")?.value("text") ?? ""
    }
    try await text.load()
    #expect(text.value == "newer")
    #expect(text.error == nil)
  }
}

/// A database that fails to deliver at first, and then delivers during a read.
private final class OvertakenEngine: DatabaseEngine {
  private let query = Mutex<ObservedQuery?>(nil)
  let isOpen = true
  let firstResultLimit = Duration.zero

  func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
    let value = try body(OvertakenEngine.transaction("older"))
    await deliver(.success(OvertakenEngine.transaction("newer")))
    return value
  }

  nonisolated(nonsending) func observe(_ query: ObservedQuery) async throws -> any Sendable & AnyObject {
    self.query.withLock { $0 = query }
    await deliver(.failure(DatabaseError(.unavailable, "gone")))
    return self
  }

  nonisolated(nonsending) func write<Value: Sendable>(
    inOrderOf key: String?, _ body: @escaping @Sendable (Transaction) throws -> Value
  ) async throws -> Value { throw DatabaseError(.readOnly, "It is only read.") }

  func readAtOnce<Value>(_ body: (Transaction) throws -> Value) throws -> Value? { nil }

  private func deliver(_ result: Result<Transaction, any Error>) async {
    let delivery = query.withLock { $0?.read(result) }
    await MainActor.run { delivery?() }
  }

  private static func transaction(_ text: String) -> Transaction {
    Transaction(on: .postgres) { _ in ([Row([.text(text)], columns: Row.Columns(["text"]))], 0) }
  }
}
