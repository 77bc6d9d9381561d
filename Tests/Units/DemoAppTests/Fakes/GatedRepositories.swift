import DemoApp
import SVVSTesting

/// Users whose answers the test releases or fails.
struct GatedUsers: UserRepository {
  let gate = Gate<User.ID, User>()

  let batches = Gate<[User.ID], [User]>()
  let patches = Gate<Patch, User>()

  /// The body of a patch.
  struct Patch: Hashable {
    let id: User.ID
    let isBookmarked: Bool
  }

  func fetchValue(for id: User.ID) async throws -> User { try await gate.answer(to: id) }

  func fetchValues(for ids: [User.ID]) async throws -> [User] { try await batches.answer(to: ids) }

  func updateIsBookmarked(_ isBookmarked: Bool, for id: User.ID) async throws -> User {
    try await patches.answer(to: Patch(id: id, isBookmarked: isBookmarked))
  }
}

/// Logins whose answers the test releases or fails.
struct GatedAuthentication: AuthenticationRepository {
  let gate = Gate<User.ID, User>()
  let logOuts = Gate<String, Void>()

  func logIn(id: User.ID, password: String) async throws -> User { try await gate.answer(to: id) }

  func logOut() async throws { try await logOuts.answer(to: "logout") }
}

/// Notes whose answers the test releases or fails.
struct GatedNotes: NoteRepository {
  let gate = Gate<User.ID, [RemoteNote]>()
  let additions = Gate<String, RemoteNote>()
  let keys = RecordedKeys()

  /// The retry keys of the additions that have arrived, in order.
  @MainActor
  final class RecordedKeys {
    fileprivate(set) var all: [RetryKey] = []
    nonisolated init() {}
  }

  func fetchNotes(of userID: User.ID) async throws -> [RemoteNote] { try await gate.answer(to: userID) }

  func addNote(_ content: String, for userID: User.ID, key: RetryKey) async throws -> RemoteNote? {
    await MainActor.run { keys.all.append(key) }
    return try await additions.answer(to: content)
  }
}

/// A menu whose answers the test releases or fails; the only request is "menu".
struct GatedSmoothies: SmoothieRepository {
  let gate = Gate<String, [Smoothie]>()

  func fetchAll() async throws -> [Smoothie] { try await gate.answer(to: "menu") }
}

/// A service whose answers the test releases or fails.
struct GatedSearch: SearchRepository {
  let searches = Gate<Query, SearchPage>()
  let profiles = Gate<String, Profile>()
  let repositories = Gate<String, [Repository]>()
  let languages = Gate<String, [String: Int]>()

  /// The text of a search.
  struct Query: Hashable {
    let text: String
    var page = 1
  }

  func searchUsers(_ query: String, page: Int) async throws -> SearchPage {
    try await searches.answer(to: Query(text: query, page: page))
  }

  func fetchProfile(of name: String) async throws -> Profile { try await profiles.answer(to: name) }

  func fetchRepositories(of name: String) async throws -> [Repository] {
    try await repositories.answer(to: name)
  }

  func fetchLanguages(of repository: String, owner: String) async throws -> [String: Int] {
    try await languages.answer(to: repository)
  }
}
