import SVVSPersistence
import Synchronization

/// The texts in a room, and how often they were read.
@MainActor
final class Messages {
  let query: LiveQuery<Read>
  private let counter: Counter

  struct Read: Sendable, Equatable {
    var texts: [String]
  }

  final class Counter: Sendable {
    private let count = Mutex(0)
    func increment() { count.withLock { $0 += 1 } }
    var value: Int { count.withLock { $0 } }
  }

  init(in room: Int?, of database: AppDatabase) async throws {
    let counter = Counter()
    self.counter = counter
    let tracked = room.map { TrackedRows("message", key: $0) } ?? "message"
    query = LiveQuery(Read(texts: []), in: database, tracking: [tracked]) { transaction in
      counter.increment()
      return Read(texts: try Messages.texts(in: room, transaction))
    }
    try await query.load()
  }

  var texts: [String] { query.value.texts }
  var reads: Int { counter.value }

  nonisolated static func texts(in room: Int?, _ transaction: Transaction) throws -> [String] {
    try transaction.rows(
      "SELECT text FROM message WHERE roomID = COALESCE(CAST(\(room) AS BIGINT), roomID) ORDER BY id"
    ).map { try $0.value("text") }
  }

  /// Waits until the query shows these texts.
  func show(_ expected: [String]) async { await until { self.texts == expected } }
}

func send(_ text: String, to room: Int, in database: AppDatabase) async throws {
  try await database.write { try $0.execute("INSERT INTO message (roomID, text) VALUES (\(room), \(text))") }
}
