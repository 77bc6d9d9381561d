import SVVS

/// The users the app knows of. Lives as long as the process.
///
/// A user changes here only after the backend agreed.
@MainActor @Observable
final class UserStore {
  /// The users by id, observed one by one.
  let values = ObservableDictionary<User.ID, User>()

  private let repository: any UserRepository
  private let loads = SingleFlight<User.ID, User>()
  /// For each batch load under way, who was written meanwhile: its answer is older than that.
  @ObservationIgnored private var writtenMeanwhile: [Int: Set<User.ID>] = [:]
  @ObservationIgnored private var lastBatch = 0

  init(repository: any UserRepository) {
    self.repository = repository
  }

  /// Takes over what the backend says of a user: nil if there is none.
  func update(_ user: User?, for id: User.ID) {
    for batch in writtenMeanwhile.keys { writtenMeanwhile[batch]?.insert(id) }
    values[id] = user
  }

  /// Loads a user anew. Who asks for a user that is being loaded joins that load.
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

  /// Loads several users in one request. Those the backend lacks are forgotten; those that changed
  /// here while the request was on its way are left alone.
  func loadValues(for ids: [User.ID]) async throws {
    lastBatch += 1
    let batch = lastBatch
    writtenMeanwhile[batch] = []
    defer { writtenMeanwhile[batch] = nil }
    let users = try await repository.fetchValues(for: ids)
    try Task.checkCancellation()
    let found = Dictionary(users.map { ($0.id, $0) }) { first, _ in first }
    let newer = writtenMeanwhile[batch] ?? []
    for id in Set(ids).subtracting(newer) { update(found[id], for: id) }
  }

  /// Marks or unmarks a user.
  func setBookmarked(_ isBookmarked: Bool, for id: User.ID) async throws {
    let user = try await repository.updateIsBookmarked(isBookmarked, for: id)
    update(user, for: id)
  }
}
