import SVVSPersistence

/// The queries that a follower keeps up to date, with their last deliveries.
struct ObservedQueries {
  private struct Entry {
    let query: ObservedQuery
    /// The last delivery of a value.
    var delivery: ObservedQuery.Delivery?
  }

  private var entries: [Interests.Query: Entry] = [:]
  /// The queries that show an error.
  private var failing: Set<Interests.Query> = []
  private(set) var interests = Interests()
  /// The queries that were never read.
  private(set) var unread: Set<Interests.Query> = []
  /// The queries that failed although there was a connection.
  private(set) var failed: Set<Interests.Query> = []

  mutating func update(_ content: Mailbox.Content) {
    for (query, added) in content.added {
      entries[query] = Entry(query: added)
      interests.insert(query, tracking: added.tracked)
      unread.insert(query)
    }
    for query in content.removed {
      guard let removed = entries.removeValue(forKey: query) else { continue }
      interests.remove(query, tracking: removed.query.tracked)
      unread.remove(query)
      failed.remove(query)
      failing.remove(query)
    }
  }

  func read(_ query: Interests.Query, _ transaction: Result<Transaction, any Error>) -> ObservedQuery.Delivery {
    guard let entry = entries[query] else { preconditionFailure("a query that is not observed was read") }
    return entry.query.read(transaction, nil)
  }

  /// Records the outcome of a refresh, which has read all unread queries. Returns its deliveries, and the last value of
  /// each query that showed an error until now but has not failed in the refresh.
  mutating func record(_ outcome: Refresh.Outcome) -> [ObservedQuery.Delivery] {
    for (query, delivery) in outcome.deliveries where !outcome.failed.contains(query) {
      entries[query]?.delivery = delivery
    }
    unread = []
    failed = failed.subtracting(outcome.deliveries.keys).union(outcome.failed)
    let recovered = failing.subtracting(outcome.deliveries.keys).subtracting(failed)
    failing = failed
    return outcome.deliveries.values + recovered.compactMap { entries[$0]?.delivery }
  }

  /// Records an error that prevents all queries from being read. Returns its deliveries to all queries, also to those
  /// that have received it: `LiveQuery.load()`, which reads on another connection, may have removed it meanwhile.
  mutating func record(_ failure: any Error) -> [ObservedQuery.Delivery] {
    failing.formUnion(entries.keys)
    return entries.values.map { $0.query.read(.failure(failure), nil) }
  }
}
