import SVVS

/// The users the app knows of. Lives as long as the process.
@MainActor @Observable
final class UserStore {
  /// The users by id, observed one by one.
  let values = ObservableDictionary<User.ID, User>()

  private let repository: any UserRepository
  private let loads = SingleFlight<User.ID, User>()

  init(repository: any UserRepository) {
    self.repository = repository
  }

  /// Loads a user anew. Who asks for a user that is being loaded joins that load.
  ///
  /// A user that is gone at the backend is forgotten here, and that is an error too.
  func loadValue(for id: User.ID) async throws {
    do {
      values[id] = try await loads.run(id) { [repository] in try await repository.fetchValue(for: id) }
    } catch RepositoryError.notFound {
      values[id] = nil
      throw RepositoryError.notFound
    }
  }
}
