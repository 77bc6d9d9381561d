extension Expansion {
  /// The JSON forms that `@JSONCodable` generates.
  static let ofForms = [
    Expansion(
      "A struct becomes an object of its stored properties.", of: "JSONCodable", on: "User",
      #"""
      /// Somebody.
      @JSONCodable
      public struct User: Identifiable {
        /// The "number".
        public let id: Int
        var nickname: String?
        var friends: [User.ID] = []
        let version: Int = 2
        var `default`: Bool { didSet { print(1) } }
        var initials: String { "" }
        static let shared = 1
        func f() {}
      }
      """#,
      extensions: #"""
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
        """#),
    Expansion(
      "A generic struct has each form that its parameters have.", of: "JSONCodable", on: "Snapshot",
      #"""
      @JSONCodable
      public struct Snapshot<State: Sendable, Extra: Sendable>: Sendable {
        let commit: Int
        let state: State
        let extra: [Extra]
      }
      """#,
      extensions: #"""
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
        """#),
    Expansion(
      "Private members are not encoded.", of: "JSONCodable", on: "Item",
      #"""
      @JSONCodable
      struct Item {
        let id: Int
        private var cache: [Int] = []
        fileprivate var note: String?
      }
      """#,
      extensions: #"""
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
        """#),
    Expansion(
      "Nil is omitted on request.", of: "JSONCodable", on: "Note",
      #"""
      @JSONCodable(omitsNil: true)
      struct Note {
        let id: Int
        let text: String?
        let tag: Optional<Int>
      }
      """#,
      extensions: #"""
        nonisolated extension Note: JSONRepresentable, JSONEncodable, JSONDecodable {
          static var jsonSchema: JSONSchema {
            .object(JSONSchema.Object(name: "Note", members: [
              JSONSchema.Member("id", (Int).self),
              JSONSchema.Member("text", (String).self, isRequired: false),
              JSONSchema.Member("tag", (Int).self, isRequired: false),
            ]))
          }
          init(json: JSONValue) throws(JSONDecodingError) {
            try json.requireObject()
            self.`id` = try json.decode("id")
            self.`text` = try json.decodeIfPresent("text")
            self.`tag` = try json.decodeIfPresent("tag")
          }
          func encode(to writer: inout JSONWriter) {
            writer.object { writer in
              writer.member("id", self.`id`)
              if let value = self.`text` {
                writer.member("text", value)
              }
              if let value = self.`tag` {
                writer.member("tag", value)
              }
            }
          }
        }
        """#),
    Expansion(
      "An enum becomes its strings.", of: "JSONCodable", on: "Color",
      #"""
      /// A paint.
      @JSONCodable
      enum Color: String {
        case red, blue = "deep \"blue\""
        case `default`
        var isRed: Bool { self == .red }
      }
      """#,
      extensions: #"""
        nonisolated extension Color: JSONRepresentable, JSONEncodable, JSONDecodable, JSONKey {
          static var jsonSchema: JSONSchema {
            .enumeration(JSONSchema.Enumeration(name: "Color", description: "A paint.", values: ["red", \#
        "deep \"blue\"", "default"]))
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
        """#),
    Expansion(
      "An enum becomes its integers.", of: "JSONCodable", on: "Level",
      #"""
      @JSONCodable
      public enum Level: UInt8 {
        case low = 1, `default`
      }
      """#,
      extensions: #"""
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
        """#),
    Expansion(
      "Titles of cases become part of an enumeration.", of: "JSONCodable", on: "Grade",
      #"""
      @JSONCodable
      enum Grade: Int {
        @Title("Low") case low
        case high
      }
      """#,
      extensions: #"""
        nonisolated extension Grade: JSONRepresentable, JSONEncodable, JSONDecodable, JSONKey {
          static var jsonSchema: JSONSchema {
            .enumeration(JSONSchema.Enumeration(name: "Grade", cases: [Self.`low`, Self.`high`], \#
        titles: ["\(Self.`low`.rawValue)": "Low"]))
          }
          init(json: JSONValue) throws(JSONDecodingError) {
            guard let value = Self(rawValue: try RawValue(json: json)) else {
              throw JSONDecodingError(expectedOneOf: [Self.`low`, Self.`high`])
            }
            self = value
          }
          func encode(to writer: inout JSONWriter) {
            writer.write(rawValue)
          }
        }
        """#),
    Expansion(
      "A type with raw values has their form.", of: "JSONCodable", on: "Identifier",
      #"""
      @JSONCodable
      struct Identifier: RawRepresentable, Hashable {
        let rawValue: String
      }
      """#,
      extensions: #"""
        nonisolated extension Identifier: JSONRepresentable, JSONEncodable, JSONDecodable, JSONKey {
        }
        """#),
    Expansion(
      "The raw type may be an argument of the protocol.", of: "JSONCodable", on: "Number",
      #"""
      @JSONCodable
      struct Number: RawRepresentable<Int> {
        let rawValue: Int
      }
      """#,
      extensions: #"""
        nonisolated extension Number: JSONRepresentable, JSONEncodable, JSONDecodable, JSONKey {
        }
        """#),
    Expansion(
      "A set of options has the form of its raw value.", of: "JSONCodable", on: "Options",
      #"""
      @JSONCodable
      struct Options: OptionSet {
        let rawValue: UInt8
      }
      """#,
      extensions: #"""
        nonisolated extension Options: JSONRepresentable, JSONEncodable, JSONDecodable, JSONKey {
        }
        """#),
    Expansion(
      "A type with raw values that cannot be keys is not a key.", of: "JSONCodable", on: "Measure",
      #"""
      @JSONCodable
      struct Measure: RawRepresentable {
        let rawValue: Double
      }
      """#,
      extensions: #"""
        nonisolated extension Measure: JSONRepresentable, JSONEncodable, JSONDecodable {
        }
        """#),
    Expansion(
      "An enum with payloads becomes an object of one case.", of: "JSONCodable", on: "Shape",
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
      extensions: #"""
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
        """#),
    Expansion(
      "A member may have another name in JSON.", of: "JSONCodable", on: "Page",
      #"""
      @JSONCodable
      struct Page {
        @JSONName("total_count") var totalCount: Int = 0
      }
      """#,
      extensions: #"""
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
        """#),
    Expansion(
      "Members have the names of their coding keys.", of: "JSONCodable", on: "Listing",
      #"""
      @JSONCodable
      struct Listing {
        var totalCount = 0
        var cache: [Int] = []
        @Hidden var note: String?
        enum CodingKeys: String, CodingKey {
          case totalCount = "total_count", note
        }
      }
      """#,
      extensions: #"""
        nonisolated extension Listing: JSONRepresentable, JSONEncodable, JSONDecodable {
          static var jsonSchema: JSONSchema {
            .object(JSONSchema.Object(name: "Listing", members: [
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
        """#),
    Expansion(
      "Hints become part of a member.", of: "JSONCodable", on: "Row",
      #"""
      @JSONCodable
      struct Row {
        /// The name of the row.
        @Priority(2) @Title("Key") @Format(.money("JPY")) @Shown(.never) let key: Int
      }
      """#,
      extensions: #"""
        nonisolated extension Row: JSONRepresentable, JSONEncodable, JSONDecodable {
          static var jsonSchema: JSONSchema {
            .object(JSONSchema.Object(name: "Row", members: [
              JSONSchema.Member("key", (Int).self, hints: [.title("Key"), .shown(.never), .format(.money("JPY")), \#
        .priority(2)], description: "The name of the row."),
            ]))
          }
          init(json: JSONValue) throws(JSONDecodingError) {
            try json.requireObject()
            self.`key` = try json.decode("key")
          }
          func encode(to writer: inout JSONWriter) {
            writer.object { writer in
              writer.member("key", self.`key`)
            }
          }
        }
        """#),
    Expansion(
      "A class becomes an object that is only seen.", of: "JSONCodable", on: "Entry",
      #"""
      @MainActor @Observable @JSONCodable
      final class Entry {
        let id: Int
        private let owner: Owner
        @ObservationIgnored var count = 0
        init(id: Int, owner: Owner) { (self.id, self.owner) = (id, owner) }
      }
      """#,
      extensions: #"""
        nonisolated extension Entry: JSONRepresentable, JSONEncodable {
          static var jsonSchema: JSONSchema {
            .object(JSONSchema.Object(name: "Entry", members: [
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
        """#),
  ]
}
