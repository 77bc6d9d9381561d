import SystemSupport
import Testing

@testable import MainLoop

/// The loops that the tests run on.
enum LoopKind {
  case poll, dispatch

  /// The loops that remain for a test; the first is the one that the test runs on.
  @TaskLocal static var tested: [LoopKind] = Platform.hasEpoll ? [.poll, .dispatch] : [.dispatch]
}

/// Runs each test once on each of some loops.
struct LoopTrait: SuiteTrait, TestTrait, TestScoping {
  let kinds: [LoopKind]
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @concurrent @Sendable () async throws -> Void
  ) async throws {
    for kind in kinds where LoopKind.tested.contains(kind) {
      let naming = IssueHandlingTrait.compactMapIssues { issue in
        var issue = issue
        issue.comments.append("on the loop \(kind)")
        return issue
      }
      try await LoopKind.$tested.withValue([kind]) {
        try await naming.provideScope(for: test, testCase: testCase, performing: body)
      }
    }
  }
}

extension Trait where Self == LoopTrait {
  static var onEachLoop: LoopTrait { LoopTrait(kinds: [.poll, .dispatch]) }
  static func only(_ kind: LoopKind) -> LoopTrait { LoopTrait(kinds: [kind]) }
}
