import JSON
import Testing

/// Types with a JSON form that are declared beside each other inside of another type.
struct NestedTypeTests {
  enum Shop {
    @JSONCodable struct Price: Equatable { var amount = 1 }

    @JSONCodable enum Size: String { case small, large }

    @JSONCodable struct Item: Equatable {
      let id: Int
      var price = Price()
      var qualified = Shop.Price(amount: 2)
      var former = [Price]()
      var sizes: [Size] = [.small]
      var best: Size = .large
      var last: Price? = nil
      var prices: [String: Price] = [:]
      var count = 3, title = "a"
      let version = 1
    }

    @JSONCodable(omitsNil: true) struct Note: Equatable {
      var price = Price(amount: 4)
      var size: Size?
    }

    @JSONCodable enum Order: Equatable {
      case item(Price = Price(), count: Int, sizes: [Size] = [.small])
      case gift(price: Price = Price(amount: 5))
      case nothing
    }
  }

  struct Box<Content: JSONCodable> {
    @JSONCodable struct Label: Sendable { var text = "b" }

    @JSONCodable struct Row: Sendable {
      var label = Label()
      var labels = [Label]()
    }
  }

  private func value<Value: JSONDecodable>(_ text: String) throws -> Value { try Value(json: JSONValue(parsing: text)) }

  private func text(of value: some JSONEncodable) -> String {
    var writer = JSONWriter()
    writer.write(value)
    return writer.description
  }

  @Test func aMemberThatIsLeftOutHasItsDefaultValue() throws {
    #expect(try value(#"{"id":1}"#) == Shop.Item(id: 1))
    #expect(try value("{}") == Shop.Note())
    let row: Box<Int>.Row = try value("{}")
    #expect(text(of: row) == #"{"label":{"text":"b"},"labels":[]}"#)
  }

  @Test func aMemberReplacesTheDefaultValue() throws {
    let item = Shop.Item(
      id: 1, price: .init(amount: 9), qualified: .init(), former: [.init()], sizes: [], best: .small, last: .init(),
      prices: ["a": .init()], count: 4, title: "b")
    #expect(try value(text(of: item)) == item)
    let error = #expect(throws: JSONDecodingError.self) {
      try value(#"{"id":1,"price":{"amount":"1"}}"#) as Shop.Item
    }
    #expect(error?.description == "/price/amount must be an integer, not a string")
  }

  @Test func aPayloadThatIsLeftOutHasItsDefaultValue() throws {
    #expect(try value(#"{"item":{"count":2}}"#) == Shop.Order.item(count: 2))
    #expect(try value(#"{"gift":{}}"#) == Shop.Order.gift())
    for order in [Shop.Order.item(.init(amount: 7), count: 2, sizes: []), .gift(price: .init(amount: 8)), .nothing] {
      #expect(try value(text(of: order)) == order)
    }
  }
}

/// A type whose nested type is declared in an extension.
struct Shelf {}

extension Shelf {
  struct Mark { var name = "a" }

  @JSONCodable struct Book { var mark = Mark().name, marks = [Mark()].map(\.name) }
}

extension NestedTypeTests {
  @Test func aTypeInAnExtensionFindsTheTypesBesideIt() throws {
    #expect(text(of: try value("{}") as Shelf.Book) == #"{"mark":"a","marks":["a"]}"#)
  }

  /// A property with a wrapper is read after all other properties have values.
  @propertyWrapper struct Clamped: Equatable { var wrappedValue: Int }

  @JSONCodable struct Wrapped: Equatable {
    @Clamped var first = 1
    var second = 2 { didSet { third += 1 } }
    var third: Int
  }

  @Test func wrappersAndObserversDoNotInterfere() throws {
    #expect(try value(#"{"third":5}"#) == Wrapped(first: 1, second: 2, third: 5))
    #expect(try value(#"{"first":3,"second":4,"third":5}"#) == Wrapped(first: 3, second: 4, third: 5))
  }
}
