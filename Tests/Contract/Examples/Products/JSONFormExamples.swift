import Foundation
import SVVS
import SVVSTesting
import Testing

@JSONCodable struct OrderID: RawRepresentable, Hashable { let rawValue: Int }

@JSONCodable enum Payment {
  case cash
  case card(number: String, Duration = .seconds(30))
}

@JSONCodable struct Order {
  let id: OrderID
  var amounts: [OrderID: Decimal] = [:]
  var payment: Payment = .cash
  var isExpress = false
}

@JSONCodable struct OrderPage {
  var orders: [Order]
  var totalCount = 0

  enum CodingKeys: String, CodingKey { case orders, totalCount = "total_count" }
}

@JSONCodable
struct Draft {
  var text: String
  @Hidden var isStored = false
}

@MainActor @ViewState("basket")
final class BasketViewState {
  private(set) var lines: [BasketLine] = []
  @Hidden var coupon: String?

  @Action func add(_ title: String, count: UInt8 = 1) { lines.append(BasketLine(title: title, count: count)) }
  @Action func increment(index: Int) { if lines.indices.contains(index) { lines[index].count += 1 } }
}

@MainActor @Store @JSONCodable
final class BasketLine {
  let title: String
  var count: UInt8
  @Hidden var isChecked = false

  init(title: String, count: UInt8) { (self.title, self.count) = (title, count) }
}

struct Temperature: JSONCodable, Equatable {
  var degrees: Double

  static var jsonSchema: JSONSchema { .string }

  init(degrees: Double) { self.degrees = degrees }

  init(json: JSONValue) throws(JSONDecodingError) {
    let text = try String(json: json)
    guard text.hasSuffix("°"), let degrees = Double(text.dropLast()), degrees.isFinite else {
      throw JSONDecodingError("must be a number with a degree sign, such as 20.5°")
    }
    self.degrees = degrees
  }

  func encode(to writer: inout JSONWriter) { writer.write("\(degrees)°") }
}

@MainActor
struct JSONFormExamples {
  private func text(of value: some JSONEncodable) -> String {
    var writer = JSONWriter()
    writer.write(value)
    return writer.description
  }

  @Test func anOrderHasTheFormOfItsDeclaration() throws {
    let payment = Payment.card(number: "1", .milliseconds(1500))
    let order = Order(id: OrderID(rawValue: 7), amounts: [OrderID(rawValue: 7): 12.5], payment: payment)
    let text =
      #"{"orders":[{"id":7,"amounts":{"7":"12.5"},"payment":{"card":{"number":"1","_1":1.5}},"isExpress":false}],"#
      + #""total_count":1}"#
    #expect(self.text(of: OrderPage(orders: [order], totalCount: 1)) == text)
    #expect(self.text(of: try OrderPage(json: JSONValue(parsing: text))) == text)
    let error = #expect(throws: JSONDecodingError.self) {
      try OrderPage(json: JSONValue(parsing: #"{"orders":[{"id":7,"amounts":{"seven":"1"}}]}"#))
    }
    #expect(error?.path.description == "/orders/0/amounts/seven")
  }

  @Test func aChangeInsideOfAnObjectIsSent() async throws {
    let client = TestClient(BasketViewState.self) { BasketViewState() }
    try await client.open("basket", as: "b")
    try await client.open("basket", as: "c")
    _ = try await client.call("add", on: "b", ["title": "tea"]).result
    #expect(client.takeChanges() == [#"b {"lines":[{"title":"tea","count":1}]}"#])
    _ = try await client.call("increment", on: "b", ["index": 0]).result
    #expect(client.takeChanges() == [#"b {"lines":[{"title":"tea","count":2}]}"#])
    #expect(self.text(of: try await client.state(of: "b")) == #"{"lines":[{"title":"tea","count":2}]}"#)
  }

  @Test func aFormOfYourOwnIsReadAndWritten() throws {
    #expect(text(of: [Temperature(degrees: 20.5)]) == #"["20.5°"]"#)
    #expect(try Temperature(json: JSONValue(parsing: #""20.5°""#)) == Temperature(degrees: 20.5))
    let error = #expect(throws: JSONDecodingError.self) { try [Temperature](json: JSONValue(parsing: #"["20"]"#)) }
    #expect(error?.description == "/0 must be a number with a degree sign, such as 20.5°")
  }
}
