import SVVSPersistence

/// Prunes the change log now and then, as long as something is written, with a connection just for that.
struct Pruner {
  private static let pause = Duration.seconds(60)
  private static let limit = Duration.seconds(60)

  private let statement: String
  private let worker: Worker
  private var next = ContinuousClock.now + pause

  init(_ database: PostgresDatabase) {
    statement = Pruning(schema: database.schema).statement
    worker = Worker(database.address, name: "pruning")
  }

  /// Notes that something was written.
  mutating func noteChanges() {
    guard next <= .now else { return }
    next = .now + Pruner.pause
    Task { [statement, worker] in
      // Another process, or the next time, may have more luck.
      try? await worker.run(within: Pruner.limit) { try $0.script(statement, until: $1) }
      worker.close()
    }
  }
}
