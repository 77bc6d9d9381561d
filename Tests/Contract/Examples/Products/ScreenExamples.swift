import Foundation
import SVVS
import SVVSTesting
import StateProtocol
import StateServer
import Testing

@JSONCodable
enum DeliveryState: String {
  @Title("Not sent yet") case waiting
  @Title("On its way") case sent
  case delivered
}

@JSONCodable
struct OrderLine {
  @Shown(.never) let id: Int
  @Priority(2) let product: String
  @Format(.money("EUR")) @Priority(1) let price: Double
  @Title("Gift") @Shown(.whenTrue) let isGift: Bool
  let added: Date
}

@JSONCodable
struct OrderMessage {
  @Shown(.never) let id: Int
  @Format(.longText) let text: String
}

/// Sends messages to the shop.
struct ShopChat {
  func send(_ text: String) async throws -> OrderMessage { OrderMessage(id: 1, text: text) }
}

/// An order, and the messages about it.
@MainActor @ViewState("order", title: "Order")
final class OrderViewState {
  @JSONCodable struct Parameters { let customer: String }
  @Subtitle @Shown(.never) let customer: String
  var delivery: DeliveryState { .waiting }
  private(set) var lines: [OrderLine] = []
  @ScrollsFromEnd(target: "firstUnread", member: "id") private(set) var messages: [OrderMessage] = []
  @Shown(.never) var firstUnread: Int?
  @Submits("send") var draft = ""
  @Action func send() async {
    let text = draft
    draft = ""
    await sending.run {
      try await self.shop.send(text)
    } then: {
      self.messages.append($0)
    } catch: { _ in
      if self.draft.isEmpty { self.draft = text }
    }
  }
  @Busy(cancelledBy: "cancelSearch") var isSearching: Bool { searching.isRunning }
  /// Cancels the search for similar products.
  @Action func cancelSearch() { searching.cancel() }
  /// Pays the order.
  @Action("Pay", .notCancellable) func pay() async {}

  private let shop = ShopChat()
  private let sending = Activity()
  private let searching = Activity(.latest)

  init(customer: String) { self.customer = customer }
}

@JSONCodable
struct ImportProblem {
  let message: String
  let place: FileLocation
}

/// The import of a price list.
@MainActor @ViewState("import", title: "Import")
final class ImportViewState {
  @Submits("start") var file = ""
  @ErrorMessage(for: "file") private(set) var fileError: String?
  @Notice var notice: String?

  @Progress(of: "lineCount") @Busy(cancelledBy: "stop")
  var linesRead: Int? { importing.isRunning ? lineNumber : nil }
  private(set) var lineCount: Int?

  @Format(.stream) private(set) var log = ""
  @OpensFile(member: "place") private(set) var problems: [ImportProblem] = []
  @OpensFile var shown: FileLocation?

  private var lineNumber = 0
  private let importing = Activity(.ignore)

  @Action func start() async {
    fileError = file.hasPrefix("/") ? nil : "The path begins with /"
    guard fileError == nil else { return }
    lineCount = 2
    await importing.run {
      for line in 1...2 {
        (self.lineNumber, self.log) = (line, self.log + "Line \(line)\n")
        await Task.yield()
        try Task.checkCancellation()
      }
    } then: {
      self.problems.append(
        ImportProblem(message: "No price", place: FileLocation(path: self.file, line: 2, column: 14)))
      self.notice = "2 lines are imported"
    }
  }

  @Action(.notOffered) func stop() { importing.cancel() }

  @Answered(by: "answer") private(set) var question: Question?

  @Action func removeProblems() {
    question = Question(
      title: "Remove \(problems.count) problems?",
      choices: [
        Question.Choice("remove", title: "Remove", role: .destructive),
        Question.Choice("keep", title: "Keep", role: .cancel),
      ])
  }

  @Action func answer(_ choice: String, question id: String) {
    question = nil
    if choice == "remove" { problems = [] }
  }
}

@MainActor
struct ScreenExamples {
  struct Shop: App {
    var views: [ViewType<Void>] {
      [
        ViewType(OrderViewState.self) { (parameters: OrderViewState.Parameters) in
          OrderViewState(customer: parameters.customer)
        },
        ViewType(ImportViewState.self) { ImportViewState() },
      ]
    }
  }

  @Test func aQuestionIsAnswered() async throws {
    let imported = try await TestClient(Shop()).open(ImportViewState.self)
    try await imported.set(\.file, "/prices.csv")
    try await imported.call("start")
    #expect(imported.state.problems.first?.place.line == 2)
    imported.ignoreChanges()
    try await imported.call("removeProblems")
    #expect(imported.state.question?.title == "Remove 1 problems?")
    try await imported.answer("remove")
    #expect(imported.state.question == nil)
    #expect(imported.state.problems.isEmpty)
  }

  @Test func theScreenFollowsTheHints() async throws {
    let document = try await FrontEnd(of: TestClient(Shop())).send(Discover()).json
    let order = try #require(document["x-screens"]?.elements.first)
    #expect(order["subtitle"]?.description == #"{"property":"customer","kind":"text"}"#)
    let parts = try named(order["parts"])
    #expect(parts["customer"]?["role"]?.string == "hidden")
    let choices = try #require(parts["delivery"]?["choices"]?.elements)
    #expect(choices.map { $0["title"]?.string } == ["Not sent yet", "On its way", "delivered"])
    #expect(parts["draft"]?["submits"]?.string == "send")
    #expect(
      parts["messages"]?["scroll"]?.description
        == #"{"from":"end","target":"firstUnread","member":"id","resets":true}"#)
    #expect(parts["isSearching"]?["cancel"]?.string == "cancelSearch")
    let actions = try named(order["actions"])
    #expect(actions["send"]?["notCancellable"] == nil && actions["pay"]?["notCancellable"]?.boolean == true)
    let line = try named(parts["lines"]?["columns"])
    #expect(line["price"]?["money"]?.description == #"{"currency":"EUR","symbol":"€","digits":2}"#)
    #expect(line["price"]?["priority"]?.integer == 1 && line["added"]?["priority"] == nil)
    #expect(line["isGift"]?["role"]?.string == "flag" && line["isGift"]?["title"]?.string == "Gift")
    #expect(try named(parts["messages"]?["columns"])["text"]?["format"]?.string == "longText")
  }

  private func named(_ list: JSONValue?) throws -> [String: JSONValue] {
    try Dictionary(uniqueKeysWithValues: #require(list).elements.map { (try #require($0["name"]?.string), $0) })
  }
}
