import DemoApp
import Foundation
import TestSupport
import Testing

@testable import DemoHTTP

/// A request ends with the user or with a fitting error, whatever data the service sends.
@Suite(.timeLimit(.minutes(5)))
struct HTTPAnswersTests {
  private static let concurrentExchanges = 8

  /// Makes the exchanges in an exit test, because a crash in the client ends the process. Files keep the names of the
  /// answers in use at that time.
  @Test func eachAnswerIsTheUserOrAnError() async throws {
    let names = try TemporaryDirectory()
    await #expect(processExitsWith: .success) { [path = names.path as String] in
      try await HTTPAnswersTests.tryAll(keepingNamesIn: path)
    }
    let unfinished = try names.files.map(names.read)
    #expect(unfinished == [], "the process ended during one of these answers")
  }

  private static func tryAll(keepingNamesIn directory: String) async throws {
    let answers = Answer.all()
    #expect(Set(answers.map(\.name)).count == answers.count)
    try await withThrowingTaskGroup { group in
      for first in 0..<concurrentExchanges {
        group.addTask {
          let file = "\(directory)/\(first)"
          for index in stride(from: first, to: answers.count, by: concurrentExchanges) {
            try answers[index].name.write(toFile: file, atomically: false, encoding: .utf8)
            try await tryOut(answers[index])
          }
          try FileManager.default.removeItem(atPath: file)
        }
      }
      try await group.waitForAll()
    }
  }

  /// Requests the user by a GET and by a POST from a service with this answer.
  private static func tryOut(_ answer: Answer) async throws {
    try await check(answer, "GET", answer.outcome) { backend in
      try await HTTPUserRepository(backend: backend).fetchValue(for: "A")
    }
    try await check(answer, "POST", answer.postOutcome) { backend in
      try await HTTPAuthenticationRepository(backend: backend).logIn(id: "A", password: "password")
    }
  }

  private static func check(
    _ answer: Answer, _ method: String, _ expected: Answer.Outcome, request: (HTTPBackend) async throws -> User
  ) async throws {
    let service = try AnswerService(answer.reply)
    defer { withExtendedLifetime(service) {} }
    do {
      // The limit is long, because the machine may be busy.
      let user = try await request(HTTPBackend(baseURL: service.baseURL, timeLimit: .seconds(60)))
      if expected == .error || expected == .user && user != .expected {
        Issue.record("\(answer.name), \(method): \(user)")
      }
    } catch {
      if expected == .user || !isPossible(error, for: answer) { Issue.record("\(answer.name), \(method): \(error)") }
    }
  }

  /// Whether an answer may lead to an error. A timeout is never right, because no answer is slow.
  private static func isPossible(_ error: any Error, for answer: Answer) -> Bool {
    switch error as? RepositoryError {
    case .unexpectedReply: true
    case .invalidRequest, .unauthorized, .notFound, .tooLarge, .rateLimited: !answer.isRedirect
    case .unreachable: !answer.provesReachability
    default: false
    }
  }
}
