import SVVS

/// The users the app knows of. Lives as long as the process.
///
/// A user changes here only after the backend agreed.
@MainActor @Store
final class UserStore {
  /// The users by id, observed one by one.
  let values = ObservableDictionary<User.ID, User>()

  private let repository: any UserRepository
  private let loads = SingleFlight<User.ID, User>()
  /// Numbers the updates: what a batch load brings is older than an update after its beginning.
  @ObservationIgnored private var lastUpdate = 0
  /// The last update of each user since no batch load was under way.
  @ObservationIgnored private var updates: [User.ID: Int] = [:]
  @ObservationIgnored private var batchesUnderWay = 0

  init(repository: any UserRepository) {
    self.repository = repository
  }

  /// Takes over what the backend says of a user: nil if there is none.
  func update(_ user: User?, for id: User.ID) {
    lastUpdate += 1
    if batchesUnderWay > 0 { updates[id] = lastUpdate }
    values[id] = user
  }

  /// Loads a user anew. A caller that comes meanwhile waits for the same load.
  ///
  /// A user that is gone at the backend is forgotten here, and that is an error too.
  func loadValue(for id: User.ID) async throws {
    do {
      update(try await loads.run(id) { [repository] in try await repository.fetchValue(for: id) }, for: id)
    } catch RepositoryError.notFound {
      update(nil, for: id)
      throw RepositoryError.notFound
    }
  }

  /// Loads several users. Those the backend lacks are forgotten; those that changed
  /// here while the answer was on its way are left alone.
  func loadValues(for ids: [User.ID]) async throws {
    let begin = lastUpdate
    batchesUnderWay += 1
    defer { endBatch() }
    let users = try await repository.fetchValues(for: ids)
    try Task.checkCancellation()
    let found = Dictionary(users.map { ($0.id, $0) }) { first, _ in first }
    for id in Set(ids) where updates[id, default: begin] <= begin { update(found[id], for: id) }
  }

  private func endBatch() {
    batchesUnderWay -= 1
    if batchesUnderWay == 0 { updates.removeAll() }
  }

  /// Marks or unmarks a user.
  func setBookmarked(_ isBookmarked: Bool, for id: User.ID) async throws {
    let user = try await repository.updateIsBookmarked(isBookmarked, for: id)
    update(user, for: id)
  }
}
