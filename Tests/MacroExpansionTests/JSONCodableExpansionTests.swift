import Testing

struct JSONCodableExpansionTests {
  @Test func aStructBecomesAnObjectOfItsStoredProperties() {
    expectExpansion(
      #"""
      /// Somebody.
      @JSONCodable
      public struct User {
        /// The "number".
        let id: Int
        var nickname: String?
        var friends: [User.ID] = []
        let version: Int = 2
        var `default`: Bool { didSet { print(1) } }
        var initials: String { "" }
        static let shared = 1
        func f() {}
      }
      """#,
      to: #"""
        /// Somebody.
        public struct User {
          /// The "number".
          let id: Int
          var nickname: String?
          var friends: [User.ID] = []
          let version: Int = 2
          var `default`: Bool { didSet { print(1) } }
          var initials: String { "" }
          static let shared = 1
          func f() {}
        }

        nonisolated extension User: JSONRepresentable, JSONEncodable, JSONDecodable {
          public static var jsonSchema: JSONSchema {
            .object(JSONSchema.Object(name: "User", description: "Somebody.", members: [
              JSONSchema.Member("id", (Int).self, description: #"The "number"."#),
              JSONSchema.Member("nickname", (String?).self),
              JSONSchema.Member("friends", _theTypeMustBeMarkedJSONCodable(([User.ID]).self), isRequired: false),
              JSONSchema.Member("version", (Int).self, isRequired: false),
              JSONSchema.Member("default", (Bool).self),
            ]))
          }
          public init(json: JSONValue) throws(JSONDecodingError) {
            try json.requireObject()
            self.`id` = try json.decode("id")
            self.`nickname` = try json.decode("nickname")
            self.`default` = try json.decode("default")
            try json._decode("friends", into: &self.`friends`)
          }
          public func encode(to writer: inout JSONWriter) {
            writer.object { writer in
              writer.member("id", self.`id`)
              writer.member("nickname", self.`nickname`)
              writer._member("friends", self.`friends`)
              writer.member("version", self.`version`)
              writer.member("default", self.`default`)
            }
          }
        }
        """#)
  }

  @Test func aGenericStructHasEachFormThatItsParametersHave() {
    expectExpansion(
      #"""
      @JSONCodable
      public struct Snapshot<State, Extra: Sendable> {
        let commit: Int
        let state: State
        let extra: [Extra]
      }
      """#,
      to: #"""
        public struct Snapshot<State, Extra: Sendable> {
          let commit: Int
          let state: State
          let extra: [Extra]
        }

        nonisolated extension Snapshot: JSONRepresentable where State: JSONRepresentable, Extra: JSONRepresentable {
          public static var jsonSchema: JSONSchema {
            .object(JSONSchema.Object(name: "Snapshot", members: [
              JSONSchema.Member("commit", (Int).self),
              JSONSchema.Member("state", (State).self),
              JSONSchema.Member("extra", ([Extra]).self),
            ]))
          }
        }

        nonisolated extension Snapshot: JSONDecodable where State: JSONDecodable, Extra: JSONDecodable {
          public init(json: JSONValue) throws(JSONDecodingError) {
            try json.requireObject()
            self.`commit` = try json.decode("commit")
            self.`state` = try json.decode("state")
            self.`extra` = try json.decode("extra")
          }
        }

        nonisolated extension Snapshot: JSONEncodable where State: JSONEncodable, Extra: JSONEncodable {
          public func encode(to writer: inout JSONWriter) {
            writer.object { writer in
              writer.member("commit", self.`commit`)
              writer.member("state", self.`state`)
              writer.member("extra", self.`extra`)
            }
          }
        }
        """#)
  }

  @Test func privateMembersAreNotEncoded() {
    expectExpansion(
      #"""
      @JSONCodable
      struct Item {
        let id: Int
        private var cache: [Int] = []
        fileprivate var note: String?
      }
      """#,
      to: #"""
        struct Item {
          let id: Int
          private var cache: [Int] = []
          fileprivate var note: String?
        }

        nonisolated extension Item: JSONRepresentable, JSONEncodable, JSONDecodable {
          static var jsonSchema: JSONSchema {
            .object(JSONSchema.Object(name: "Item", members: [
              JSONSchema.Member("id", (Int).self),
            ]))
          }
          init(json: JSONValue) throws(JSONDecodingError) {
            try json.requireObject()
            self.`id` = try json.decode("id")
          }
          func encode(to writer: inout JSONWriter) {
            writer.object { writer in
              writer.member("id", self.`id`)
            }
          }
        }
        """#)
  }

  @Test func nilIsOmittedOnRequest() {
    expectExpansion(
      #"""
      @JSONCodable(omitsNil: true)
      struct Item {
        let id: Int
        let note: String?
        let tag: Optional<Int>
      }
      """#,
      to: #"""
        struct Item {
          let id: Int
          let note: String?
          let tag: Optional<Int>
        }

        nonisolated extension Item: JSONRepresentable, JSONEncodable, JSONDecodable {
          static var jsonSchema: JSONSchema {
            .object(JSONSchema.Object(name: "Item", members: [
              JSONSchema.Member("id", (Int).self),
              JSONSchema.Member("note", (String).self, isRequired: false),
              JSONSchema.Member("tag", (Int).self, isRequired: false),
            ]))
          }
          init(json: JSONValue) throws(JSONDecodingError) {
            try json.requireObject()
            self.`id` = try json.decode("id")
            self.`note` = try json.decodeIfPresent("note")
            self.`tag` = try json.decodeIfPresent("tag")
          }
          func encode(to writer: inout JSONWriter) {
            writer.object { writer in
              writer.member("id", self.`id`)
              if let value = self.`note` {
                writer.member("note", value)
              }
              if let value = self.`tag` {
                writer.member("tag", value)
              }
            }
          }
        }
        """#)
  }

  @Test func anEnumBecomesItsStrings() {
    expectExpansion(
      #"""
      /// A paint.
      @JSONCodable
      enum Color: String {
        case red, blue = "deep \"blue\""
        case `default`
        var isRed: Bool { self == .red }
      }
      """#,
      to: #"""
        /// A paint.
        enum Color: String {
          case red, blue = "deep \"blue\""
          case `default`
          var isRed: Bool { self == .red }
        }

        nonisolated extension Color: JSONRepresentable, JSONEncodable, JSONDecodable, JSONKey {
          static var jsonSchema: JSONSchema {
            .enumeration(JSONSchema.Enumeration(name: "Color", description: "A paint.", \#
        values: ["red", "deep \"blue\"", "default"]))
          }
          init(json: JSONValue) throws(JSONDecodingError) {
            let name = try String(json: json)
            guard let value = Self(rawValue: name) else {
              throw JSONDecodingError(expectedOneOf: ["red", "deep \"blue\"", "default"], found: name)
            }
            self = value
          }
          func encode(to writer: inout JSONWriter) {
            writer.write(rawValue)
          }
          static var jsonKeySchema: JSONSchema {
            jsonSchema
          }
        }
        """#)
  }

  @Test func aMemberMayHaveAnotherNameInJSON() {
    expectExpansion(
      #"""
      @JSONCodable
      struct Page {
        @JSONName("total_count") var totalCount: Int = 0
      }
      """#,
      to: #"""
        struct Page {
          var totalCount: Int = 0
        }

        nonisolated extension Page: JSONRepresentable, JSONEncodable, JSONDecodable {
          static var jsonSchema: JSONSchema {
            .object(JSONSchema.Object(name: "Page", members: [
              JSONSchema.Member("total_count", (Int).self, isRequired: false),
            ]))
          }
          init(json: JSONValue) throws(JSONDecodingError) {
            try json.requireObject()
            try json.decode("total_count", into: &self.`totalCount`)
          }
          func encode(to writer: inout JSONWriter) {
            writer.object { writer in
              writer.member("total_count", self.`totalCount`)
            }
          }
        }
        """#)
  }

  @Test func anEnumBecomesItsIntegers() {
    expectExpansion(
      #"""
      @JSONCodable
      public enum Level: UInt8 {
        case low = 1, `default`
      }
      """#,
      to: #"""
        public enum Level: UInt8 {
          case low = 1, `default`
        }

        nonisolated extension Level: JSONRepresentable, JSONEncodable, JSONDecodable, JSONKey {
          public static var jsonSchema: JSONSchema {
            .enumeration(JSONSchema.Enumeration(name: "Level", cases: [Self.`low`, Self.`default`]))
          }
          public init(json: JSONValue) throws(JSONDecodingError) {
            guard let value = Self(rawValue: try RawValue(json: json)) else {
              throw JSONDecodingError(expectedOneOf: [Self.`low`, Self.`default`])
            }
            self = value
          }
          public func encode(to writer: inout JSONWriter) {
            writer.write(rawValue)
          }
        }
        """#)
  }

  @Test func aTypeWithRawValuesHasTheirForm() {
    for (conformance, value, key) in [
      ("RawRepresentable, Hashable", "let rawValue: String", ", JSONKey"),
      ("RawRepresentable<Int>", "let rawValue: Int", ", JSONKey"), ("OptionSet", "let rawValue: UInt8", ", JSONKey"),
      ("RawRepresentable", "let rawValue: Double", ""),
    ] {
      expectExpansion(
        "@JSONCodable\nstruct Value: \(conformance) {\n  \(value)\n}",
        to: """
          struct Value: \(conformance) {
            \(value)
          }

          nonisolated extension Value: JSONRepresentable, JSONEncodable, JSONDecodable\(key) {
          }
          """)
    }
  }

  @Test func anEnumWithPayloadsBecomesAnObjectOfOneCase() {
    expectExpansion(
      #"""
      @JSONCodable
      enum Shape {
        /// Round.
        case circle(radius: Double = 1, Int?)
        case none
        enum CodingKeys: String, CodingKey {
          case circle, none = "nothing"
        }
        enum CircleCodingKeys: String, CodingKey {
          case radius = "r", _1 = "count"
        }
      }
      """#,
      to: #"""
        enum Shape {
          /// Round.
          case circle(radius: Double = 1, Int?)
          case none
          enum CodingKeys: String, CodingKey {
            case circle, none = "nothing"
          }
          enum CircleCodingKeys: String, CodingKey {
            case radius = "r", _1 = "count"
          }
        }

        nonisolated extension Shape: JSONRepresentable, JSONEncodable, JSONDecodable {
          static var jsonSchema: JSONSchema {
            .choice(JSONSchema.Choice(name: "Shape", cases: [
              JSONSchema.Choice.Case("circle", description: "Round.", members: [JSONSchema.Member("r", \#
        (Double).self, isRequired: false), JSONSchema.Member("count", (Int?).self)]),
              JSONSchema.Choice.Case("nothing"),
            ]))
          }
          init(json: JSONValue) throws(JSONDecodingError) {
            self = try json.decodeChoice(among: [
              ("circle", { payload throws(JSONDecodingError) in
                guard case .`circle`(var value0, let value1) = .`circle`(try payload.decode("count")) as Self else {
                                fatalError()
                              }
                try payload.decode("r", into: &value0)
                return .`circle`(radius: value0, value1)
              }),
              ("nothing", { _ in
                        .`none`
                      }),
            ])
          }
          func encode(to writer: inout JSONWriter) {
            switch self {
            case .`circle`(let value0, let value1):
              writer.choice("circle") { writer in
                writer.member("r", value0)
                writer.member("count", value1)
              }
            case .`none`:
              writer.choice("nothing") { _ in
              }
            }
          }
        }
        """#)
  }

  @Test func membersHaveTheNamesOfTheirCodingKeys() {
    expectExpansion(
      #"""
      @JSONCodable
      struct Page {
        var totalCount = 0
        var cache: [Int] = []
        @Hidden var note: String?
        enum CodingKeys: String, CodingKey {
          case totalCount = "total_count", note
        }
      }
      """#,
      to: #"""
        struct Page {
          var totalCount = 0
          var cache: [Int] = []
          var note: String?
          enum CodingKeys: String, CodingKey {
            case totalCount = "total_count", note
          }
        }

        nonisolated extension Page: JSONRepresentable, JSONEncodable, JSONDecodable {
          static var jsonSchema: JSONSchema {
            .object(JSONSchema.Object(name: "Page", members: [
              JSONSchema.Member("total_count", _typeOfMember({ (value: Self) in
                            value.`totalCount`
                          }), isRequired: false),
            ]))
          }
          init(json: JSONValue) throws(JSONDecodingError) {
            try json.requireObject()
            try json.decode("total_count", into: &self.`totalCount`)
          }
          func encode(to writer: inout JSONWriter) {
            writer.object { writer in
              writer.member("total_count", self.`totalCount`)
            }
          }
        }
        """#)
  }

  @Test func aClassBecomesAnObjectThatIsOnlySeen() {
    expectExpansion(
      #"""
      @MainActor @Observable @JSONCodable
      final class Item {
        let id: Int
        private let store: Store
        @ObservationIgnored var count = 0
      }
      """#,
      to: #"""
        @MainActor @Observable
        final class Item {
          let id: Int
          private let store: Store
          @ObservationIgnored var count = 0
        }

        nonisolated extension Item: JSONRepresentable, JSONEncodable {
          static var jsonSchema: JSONSchema {
            .object(JSONSchema.Object(name: "Item", members: [
              JSONSchema.Member("id", (Int).self),
            ]))
          }
          func encode(to writer: inout JSONWriter) {
            writer.markReadsObjects()
            MainActor.assumeIsolated {
              writer.object { writer in
                writer.member("id", self.`id`)
              }
            }
          }
        }
        """#)
  }
}
