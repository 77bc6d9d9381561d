import Contract
import Foundation
import JSON
import SVVS
import SVVSTesting
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

@MainActor
struct ScreenExamples {
  struct Shop: App {
    var views: [ViewType<Void>] {
      [
        ViewType(OrderViewState.self) { (parameters: OrderViewState.Parameters) in
          OrderViewState(customer: parameters.customer)
        }
      ]
    }
  }

  @Test func theSchemaContainsTheHints() throws {
    let schema = try JSONValue(parsing: AppSchema(of: Shop()).text)
    let order = try #require(schema["viewTypes"]?["order"])
    #expect(order["subtitle"]?.description == #"{"property":"customer"}"#)
    let properties = try #require(order["properties"])
    #expect(properties["customer"]?["x-shown"]?.string == "never")
    #expect(properties["draft"]?["x-submits"]?.string == "send")
    #expect(properties["messages"]?["x-scrollsFrom"]?.string == "end")
    #expect(
      properties["messages"]?["x-scrollTarget"]?.description == #"{"property":"firstUnread","member":"id"}"#)
    #expect(properties["isSearching"]?["x-cancelAction"]?.string == "cancelSearch")
    let actions = try #require(order["actions"])
    #expect(actions["send"]?["isCancellable"] == nil && actions["pay"]?["isCancellable"]?.boolean == false)
  }

  @Test func theDefinitionsContainTheHints() throws {
    let definitions = try #require(try JSONValue(parsing: AppSchema(of: Shop()).text)["$defs"])
    #expect(
      definitions["DeliveryState"]?["x-enumTitles"]?.description
        == #"{"waiting":"Not sent yet","sent":"On its way"}"#)
    let line = try #require(definitions["OrderLine"]?["properties"])
    #expect(line["price"]?["x-format"]?.description == #"{"money":"EUR"}"#)
    #expect(line["price"]?["x-priority"]?.integer == 1 && line["added"]?["x-priority"] == nil)
    #expect(line["isGift"]?["x-shown"]?.string == "whenTrue" && line["isGift"]?["title"]?.string == "Gift")
    #expect(definitions["OrderMessage"]?["properties"]?["text"]?["x-format"]?.string == "longText")
  }
}
