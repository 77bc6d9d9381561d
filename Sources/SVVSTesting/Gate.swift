/// A gate that holds the answers of a fake repository until the test releases or fails them.
///
/// ```swift
/// struct GatedUsers: UserRepository {
///   let gate = Gate<String, User>()
///
///   func fetchUser(_ id: String) async throws -> User { try await gate.answer(to: id) }
/// }
/// ```
///
/// The test then decides when the repository returns each answer:
///
/// ```swift
/// await users.gate.release("A", with: User(id: "A", name: "Ann"))
/// await load.settled
/// ```
@MainActor
public final class Gate<Request: Hashable & Sendable, Answer: Sendable> {
  private struct Waiting {
    let number: Int
    let request: Request
    let continuation: CheckedContinuation<Answer, any Error>
  }

  /// All requests that have arrived, in order, including requests that were already answered.
  public private(set) var arrived: [Request] = []

  private let honoursCancellation: Bool
  private var waiting: [Waiting] = []
  private let arrivals = Waiters()

  /// Creates a gate that holds every request.
  ///
  /// - Parameter honoursCancellation: Whether a cancelled request throws `CancellationError` at once. If false, a
  ///   cancelled request continues to wait, like work that ignores its cancellation.
  public nonisolated init(honoursCancellation: Bool = true) {
    self.honoursCancellation = honoursCancellation
  }

  /// Waits until the test releases or fails the request. Call this method in the fake repository.
  public func answer(to request: Request) async throws -> Answer {
    arrived.append(request)
    let number = arrived.count
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        waiting.append(Waiting(number: number, request: request, continuation: continuation))
        arrivals.check()
        if Task.isCancelled { cancel(number) }
      }
    } onCancel: {
      Task { @MainActor in self.cancel(number) }
    }
  }

  /// Answers the oldest waiting request that is equal to `request`. If no such request waits, first waits until one
  /// arrives.
  public func release(_ request: Request, with answer: Answer) async {
    await take(request)?.resume(returning: answer)
  }

  /// Fails the oldest waiting request that is equal to `request`. If no such request waits, first waits until one
  /// arrives.
  public func fail(_ request: Request, with error: any Error) async {
    await take(request)?.resume(throwing: error)
  }

  /// Waits until at least `count` requests have arrived since the gate was created.
  public func arrival(of count: Int) async { await arrivals.wait { self.arrived.count >= count } }

  /// Returns nil if the task is cancelled while it waits.
  private func take(_ request: Request) async -> CheckedContinuation<Answer, any Error>? {
    func index() -> Int? { waiting.firstIndex { $0.request == request } }
    while index() == nil, !Task.isCancelled { await arrivals.wait { index() != nil } }
    return index().map { waiting.remove(at: $0).continuation }
  }

  private func cancel(_ number: Int) {
    guard honoursCancellation, let index = waiting.firstIndex(where: { $0.number == number }) else { return }
    waiting.remove(at: index).continuation.resume(throwing: CancellationError())
  }
}
