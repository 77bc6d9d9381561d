import JSON
import SVVS
import SVVSTesting
import StateServer
import TestSupport
import Testing

/// Questions as state, and the calls that answer them.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct QuestionTests {
  @MainActor @ViewState("asking")
  final class AskingViewState {
    @Answered(by: "answer") private(set) var question: Question?
    private(set) var answers: [String] = []
    private let gate: Gate<String, Void>

    @Action func ask(_ id: String, _ values: [String]) {
      question = Question(
        id: id, title: "Which?", choices: values.map { Question.Choice($0, title: $0.uppercased()) })
    }
    @Action func withdraw() { question = nil }
    @Action func answer(_ choice: String, question id: String) async {
      question = nil
      answers.append("\(id) \(choice)")
      if choice == "later" { try? await gate.answer(to: id) }
    }
  }

  struct AskingApp: App {
    let gate = Gate<String, Void>()
    let state: AskingViewState
    var views: [ViewType<Void>] { [ViewType(AskingViewState.self) { state }] }

    init() { state = AskingViewState(gate: gate) }
  }

  let app = AskingApp()

  private func ask(_ id: String, _ client: TestClient) -> TestCall {
    client.call("ask", on: "v", ["id": id, "values": ["yes", "no"]])
  }

  @Test func aTestAnswersInALine() async throws {
    let view = try await TestClient(app).open(AskingViewState.self)
    try await view.call("ask", ["id": "1", "values": ["yes", "no"]])
    #expect(view.state.question?.choices.map(\.title) == ["YES", "NO"])
    try await view.answer("no")
    #expect(view.state.answers == ["1 no"])
    #expect(view.state.question == nil)
  }

  /// Expects an issue whose comment contains a text.
  func expectIssue(_ text: String, by body: @MainActor () async throws -> Void) async throws {
    try await withKnownIssue {
      try await body()
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains(text) }
    }
  }

  @Test func aTestThatAnswersNoQuestionHasAnIssueAndHasReadNothing() async throws {
    let view = try await TestClient(app).open(AskingViewState.self)
    try await view.call("ask", ["id": "1", "values": ["yes", "no"]])
    #expect(view.state.question != nil)
    try await view.call("withdraw")
    try await expectIssue("no question is asked") { try await view.answer("no") }
    try await expectIssue("  question: {") { view.finish() }
    #expect(app.state.answers == [])
  }

  @Test func aQuestionHasAnotherIDUnlessOneIsNamed() {
    let ids = (1...100).map { _ in Question(title: "Which?", choices: []).id }
    #expect(Set(ids).count == 100)
  }

  @Test(
    arguments: [
      (["1"], "1", "yes", nil), (["1"], "2", "yes", "ContentModified"), (["1"], "", "yes", "ContentModified"),
      ([], "1", "yes", "ContentModified"), (["1", "2"], "1", "yes", "ContentModified"), (["1", "2"], "2", "no", nil),
      (["1", ""], "1", "yes", "ContentModified"), (["1"], "1", "perhaps", "InvalidParams"),
      (["1"], "1", "", "InvalidParams"),
    ] as [([String], String, String, String?)])
  func onlyAChoiceOfTheQuestionThatIsAskedIsAnAnswer(
    asked: [String], id: String, choice: String, kind: String?
  ) async throws {
    let client = TestClient(app)
    try await client.open("asking", as: "v")
    for id in asked {
      let call = id.isEmpty ? client.call("withdraw", on: "v") : ask(id, client)
      #expect(await call.failure == nil)
    }
    let failure = await client.call("answer", on: "v", ["choice": choice, "question": id]).failure
    #expect(failure?.kind.name == kind)
    #expect(app.state.answers == (kind == nil ? ["\(id) \(choice)"] : []))
    guard kind == "InvalidParams" else { return }
    #expect(failure?.kind == .invalidParams(path: JSONPointer("choice"), candidates: nil))
  }

  @Test func aQuestionWithoutChoicesHasNoAnswer() async throws {
    let view = try await TestClient(app).open(AskingViewState.self)
    try await view.call("ask", ["id": "1", "values": [String]()])
    #expect(view.state.question?.choices == [])
    let failure = await #expect(throws: Failure.self) { try await view.answer("yes") }
    #expect(failure?.kind.name == "InvalidParams")
  }

  @Test func twoChoicesMayHaveOneValue() async throws {
    let view = try await TestClient(app).open(AskingViewState.self)
    try await view.call("ask", ["id": "1", "values": ["yes", "yes"]])
    try await view.answer("yes")
    #expect(view.state.answers == ["1 yes"])
    #expect(view.state.question == nil)
  }

  @Test func ofTwoAnswersFromTwoConnectionsOneIsRefused() async throws {
    let host = TestHost(app)
    let clients = [TestClient(host), TestClient(host)]
    for client in clients { try await client.open("asking", as: "v") }
    await clients[0].call("ask", on: "v", ["id": "1", "values": ["later", "no"]]).settled
    // The first answer is still in progress when the second one arrives.
    let first = clients[0].call("answer", on: "v", ["choice": "later", "question": "1"])
    let second = await clients[1].call("answer", on: "v", ["choice": "no", "question": "1"]).failure
    #expect(second?.kind.name == "ContentModified")
    await app.gate.release("1", with: ())
    #expect(await first.failure == nil)
    #expect(app.state.answers == ["1 later"])
  }

  @Test func aRefusedAnswerHasNoEffectEvenIfTheViewHasNotChanged() async throws {
    let client = TestClient(app)
    try await client.open("asking", as: "v")
    await client.call("ask", on: "v", ["id": "1", "values": ["yes"]]).settled
    let commit = try #require(client.lastCommit)
    func answer(to id: String) -> TestCall {
      client.call("answer", on: "v", ["choice": "yes", "question": id, "ifCommit": commit])
    }
    #expect(await answer(to: "0").failure?.kind == .contentModified(commit: commit))
    #expect(await answer(to: "1").failure == nil)
  }

  // MARK: - Other values

  @Test func aPlaceInAFileMayHaveAnyPath() throws {
    for path in ["/a\u{0}b", "/a\nb", "../x", ""] {
      let location = FileLocation(path: path, line: 3)
      #expect(try FileLocation(json: JSONValue(parsing: location.jsonText)) == location)
    }
    for location in [FileLocation(path: "/a"), FileLocation(path: "/a", line: -4, column: 0)] {
      #expect(String(decoding: location.jsonText, as: UTF8.self) == #"{"path":"/a"}"#)
    }
  }

  @MainActor @ViewState("working")
  final class WorkingViewState {
    @Progress private(set) var done: Double?
    @Action func work(_ done: String) { self.done = Double(done) }
  }

  @Test func aProgressThatIsNotFiniteKeepsTheLastValueAndOthersAreSent() async throws {
    let view = try await TestClient(WorkingViewState.self) { WorkingViewState() }.open(WorkingViewState.self)
    for (value, held) in [("0.5", 0.5), ("nan", 0.5), ("-1", -1), ("inf", -1), ("7", 7)] {
      try await view.call("work", ["done": value])
      #expect(view.state.done == held)
    }
  }
}
