#if HTTP
  import Foundation
  import TestSupport
  import Testing

  @testable import DemoApp

  /// Whatever bytes a service answers with, a request ends with the data or with an error that is true.
  struct HTTPAnswersTests {
    private static let concurrentExchanges = 8

    /// A trap in the client ends only the process that makes the exchanges, which keeps the names of the answers that it
    /// tries in files.
    @Test func eachAnswerIsTheUserOrAnError() async throws {
      let names = try TemporaryDirectory()
      await #expect(processExitsWith: .success) { [path = names.path as String] in
        try await HTTPAnswersTests.tryAll(keepingNamesIn: URL(filePath: path))
      }
      let unfinished = try FileManager.default.contentsOfDirectory(atPath: names.path).map {
        try String(contentsOfFile: names.path(of: $0), encoding: .utf8)
      }
      #expect(unfinished == [], "the process ended during one of these answers")
    }

    private static func tryAll(keepingNamesIn directory: URL) async throws {
      let answers = Answer.all()
      #expect(Set(answers.map(\.name)).count == answers.count)
      try await withThrowingTaskGroup { group in
        for first in 0..<concurrentExchanges {
          group.addTask {
            let file = directory.appending(path: "\(first)")
            for index in stride(from: first, to: answers.count, by: concurrentExchanges) {
              try Data(answers[index].name.utf8).write(to: file)
              try await tryOut(answers[index])
            }
            try FileManager.default.removeItem(at: file)
          }
        }
        try await group.waitForAll()
      }
    }

    /// Asks a service with this answer for the user, by a GET and by a POST.
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
      let service = try await AnswerService(answer.reply)
      do {
        let user = try await request(HTTPBackend(baseURL: service.baseURL))
        if expected == .error || expected == .user && user != .expected {
          Issue.record("\(answer.name), \(method): \(user)")
        }
      } catch {
        if expected == .user || !isTrue(error, of: answer) { Issue.record("\(answer.name), \(method): \(error)") }
      }
      try await service.close()
    }

    /// Whether an error can be the outcome of an answer: a service that has answered was neither unreachable nor too
    /// slow.
    private static func isTrue(_ error: any Error, of answer: Answer) -> Bool {
      switch error as? RepositoryError {
      case .unexpectedReply: true
      case .invalidRequest, .unauthorized, .notFound, .tooLarge, .rateLimited: !answer.isRedirect
      case .unreachable: !answer.isReached
      default: false
      }
    }
  }
#endif
