import SVVS

/// The fetched users. This store lives as long as the process.
///
/// The store changes a user only after a reply from the backend.
@MainActor @Store
final class UserStore {
  /// The users by id. Each user is observed separately.
  let values = ObservableDictionary<User.ID, User>()

  private let repository: any UserRepository
  private let loads = SingleFlight<User.ID, User>()
  /// The number of updates so far. If a user is updated after a batch load has begun, the result of that load contains
  /// an outdated version of the user.
  @ObservationIgnored private var lastUpdate = 0
  /// The number of the last update of each user that was updated during the batch loads in progress.
  @ObservationIgnored private var updates: [User.ID: Int] = [:]
  @ObservationIgnored private var batchesUnderWay = 0

  /// Stores the backend's reply about a user. The reply is nil if the user does not exist.
  func update(_ user: User?, for id: User.ID) {
    lastUpdate += 1
    if batchesUnderWay > 0 { updates[id] = lastUpdate }
    values[id] = user
  }

  /// Loads a user again. Concurrent calls share one load.
  ///
  /// - Throws: ``RepositoryError/notFound`` if the backend does not have the user, who is then removed from the store.
  func loadValue(for id: User.ID) async throws {
    do {
      update(try await loads.run(id) { [repository] in try await repository.fetchValue(for: id) }, for: id)
    } catch RepositoryError.notFound {
      update(nil, for: id)
      throw RepositoryError.notFound
    }
  }

  /// Loads several users. Removes users that the backend does not have. Skips users that were updated after the load
  /// began.
  func loadValues(for ids: [User.ID]) async throws {
    let begin = lastUpdate
    batchesUnderWay += 1
    defer {
      batchesUnderWay -= 1
      if batchesUnderWay == 0 { updates.removeAll() }
    }
    let users = try await repository.fetchValues(for: ids)
    try Task.checkCancellation()
    let found = Dictionary(users.map { ($0.id, $0) }) { first, _ in first }
    for id in Set(ids) where updates[id, default: begin] <= begin { update(found[id], for: id) }
  }

  /// Sets the bookmark of a user.
  func setBookmarked(_ isBookmarked: Bool, for id: User.ID) async throws {
    let user = try await repository.updateIsBookmarked(isBookmarked, for: id)
    update(user, for: id)
  }
}
