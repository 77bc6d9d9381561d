import SVVSPersistence

/// The queries that a follower keeps up to date, and what was shown of each.
struct ObservedQueries {
  private struct Entry {
    let query: ObservedQuery
    /// What was read last.
    var delivery: ObservedQuery.Delivery?
  }

  private var entries: [Interests.Query: Entry] = [:]
  /// Those beside which an error is shown.
  private var failing: Set<Interests.Query> = []
  private(set) var interests = Interests()
  /// Those that were not read since they began.
  private(set) var unread: Set<Interests.Query> = []
  /// Those that have failed by themselves, not for want of a connection.
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
    return entry.query.read(transaction)
  }

  /// Notes what a refresh has read, all that was unread included.
  ///
  /// - Returns: What is to be shown: that, and again what was shown before, wherever an error has to go.
  mutating func note(_ outcome: Refresh.Outcome) -> [ObservedQuery.Delivery] {
    for (query, delivery) in outcome.deliveries where !outcome.failed.contains(query) {
      entries[query]?.delivery = delivery
    }
    unread = []
    failed = failed.subtracting(outcome.deliveries.keys).union(outcome.failed)
    let recovered = failing.subtracting(outcome.deliveries.keys).subtracting(failed)
    failing = failed
    return outcome.deliveries.values + recovered.compactMap { entries[$0]?.delivery }
  }

  /// Notes that nothing can be read.
  ///
  /// - Returns: What is to be shown: by each of them, also again, as who loads a query has it read by another
  ///   connection, and shows no error from then on.
  mutating func note(_ failure: any Error) -> [ObservedQuery.Delivery] {
    failing.formUnion(entries.keys)
    return entries.values.map { $0.query.read(.failure(failure)) }
  }
}
