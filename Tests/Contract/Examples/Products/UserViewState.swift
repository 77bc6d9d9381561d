import SVVS
import SVVSTesting

@JSONCodable
struct User: Equatable {
  let id: String
  let name: String
}

/// Where users come from.
protocol UserRepository: Sendable {
  func fetchUser(_ id: String) async throws -> User
}

struct GatedUsers: UserRepository {
  let gate = Gate<String, User>()

  func fetchUser(_ id: String) async throws -> User { try await gate.answer(to: id) }
}

struct NoSuchUser: Error {}

/// A user, and a greeting that goes by itself.
@MainActor @ViewState("user")
final class UserViewState {
  private(set) var user: User?
  private(set) var isLoading = false
  private(set) var errorMessage: String?
  private(set) var greeting: String?

  private let users: any UserRepository
  private let clock: any Clock<Duration>

  init(users: any UserRepository, clock: any Clock<Duration> = TimerClock()) {
    self.users = users
    self.clock = clock
  }

  @Action func load(id: String) async {
    isLoading = true
    defer { isLoading = false }
    do {
      user = try await users.fetchUser(id)
    } catch {
      errorMessage = error is CancellationError ? nil : "\(error)"
    }
  }

  /// Greets for three seconds.
  @Action func greet() async {
    greeting = "Hello"
    try? await clock.sleep(for: .seconds(3))
    greeting = nil
  }
}
