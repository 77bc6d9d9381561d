import Testing

struct HintExpansionTests {
  @Test func hintsBecomePartsOfTheInterface() {
    expectExpansion(
      #"""
      @Observable
      @ViewState("page", title: "Page", isStart: true)
      final class PageViewState {
        @Title("Rows") @Opens("row", with: ["id": "key"]) private(set) var rows: [Row] = []
        @Filters("rows") var keyword = ""
        @Subtitle(member: "name") @Shown(.never) let owner: Owner
        @ScrollsFromEnd(target: "target", member: "id") @Format(.longText) private(set) var lines: [Line] = []
        @ScrollsFromEnd private(set) var texts: [String] = []
        @Submits("load") var target = ""
        @Busy(cancelledBy: "load") private(set) var isBusy: Bool
        @Busy(when: "loading", "saving") private(set) var phase = Phase.none
        /// Why.
        @ErrorMessage private(set) var message: String?
        @Action(.onAppear) func load() {}
        @Action("Choose", .notCancellable, .empties("keyword"), .empties("target"), .opens("row"), .argument("key", title: "Key", from: "rows", member: "key"), .argument("secret", isWriteOnly: true)) func choose(key: Int, secret: String) {}
      }
      """#,
      to: #"""
        @Observable
        final class PageViewState {
          private(set) var rows: [Row] = []
          var keyword = ""
          let owner: Owner
          private(set) var lines: [Line] = []
          private(set) var texts: [String] = []
          var target = ""
          private(set) var isBusy: Bool
          private(set) var phase = Phase.none
          /// Why.
          private(set) var message: String?
          func load() {}
          func choose(key: Int, secret: String) {}

          @MainActor static let interface: _ViewInterface<PageViewState> = _ViewInterface(
            type: "page", hints: _ViewHints(title: "Page", isStart: true),
            properties: [
              .readOnly("rows", hints: [.value(.title("Rows")), .opens(.init("row", with: ["id": "key"]))], get: {
                  _theTypeMustBeMarkedJSONCodable(value: $0.`rows`)
                }),
              .readWrite("keyword", hints: [.filters("rows")], get: {
                  $0.`keyword`
                }, set: {
                  $0.`keyword` = $1
                }),
              .readOnly("owner", hints: [.value(.shown(.never)), .subtitle(member: "name")], get: {
                  _theTypeMustBeMarkedJSONCodable(value: $0.`owner`)
                }),
              .readOnly("lines", hints: [.value(.format(.longText)), .scrollsFromEnd(target: "target", member: "id")], get: {
                  _theTypeMustBeMarkedJSONCodable(value: $0.`lines`)
                }),
              .readOnly("texts", hints: [.scrollsFromEnd()], get: {
                  $0.`texts`
                }),
              .readWrite("target", hints: [.submits("load")], get: {
                  $0.`target`
                }, set: {
                  $0.`target` = $1
                }),
              .readOnly("isBusy", hints: [.busy(when: [], cancelledBy: "load")], get: {
                  $0.`isBusy`
                }),
              .readOnly("phase", hints: [.busy(when: ["loading", "saving"])], get: {
                  _theTypeMustBeMarkedJSONCodable(value: $0.`phase`)
                }),
              .readOnly("message", description: "Why.", hints: [.errorMessage], get: {
                  $0.`message`
                }),
            ],
            actions: [
              _ViewAction("load", hints: [.onAppear]) { state, _ in
                return .synchronous {
                  state.`load`()
                }
              },
              _ViewAction("choose", title: "Choose", hints: [.notCancellable, .empties("keyword"), .empties("target"), .opens("row"), .argument("key", title: "Key", from: "rows", member: "key"), .argument("secret", isWriteOnly: true)], arguments: [_Argument("key", (Int).self), _Argument("secret", (String).self)]) { state, arguments throws(JSONDecodingError) in
                let argument1: Int = try arguments.decode("key")
                let argument2: String = try arguments.decode("secret")
                return .synchronous {
                  state.`choose`(key: argument1, secret: argument2)
                }
              },
            ],
            keyPaths: {
              [\.`rows`, \.`keyword`, \.`owner`, \.`lines`, \.`texts`, \.`target`, \.`isBusy`, \.`phase`, \.`message`]
            })

          @MainActor init(owner: Owner, isBusy: Bool) {
            self.owner = owner
            self.isBusy = isBusy
          }
        }

        extension PageViewState: ViewState {
        }
        """#)
  }

  @Test func titlesOfCasesBecomePartOfAnEnumeration() {
    expectExpansion(
      #"""
      @JSONCodable
      enum Level: Int {
        @Title("Low") case low
        case high
      }
      """#,
      to: #"""
        enum Level: Int {
          case low
          case high
        }

        nonisolated extension Level: JSONRepresentable, JSONEncodable, JSONDecodable, JSONKey {
          static var jsonSchema: JSONSchema {
            .enumeration(JSONSchema.Enumeration(name: "Level", cases: [Self.`low`, Self.`high`], titles: ["\(Self.`low`.rawValue)": "Low"]))
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
        """#)
  }

  @Test func hintsBecomePartOfAMember() {
    expectExpansion(
      #"""
      @JSONCodable
      struct Row {
        /// The name of the row.
        @Priority(2) @Title("Key") @Format(.money("JPY")) @Shown(.never) let key: Int
      }
      """#,
      to: #"""
        struct Row {
          /// The name of the row.
          let key: Int
        }

        nonisolated extension Row: JSONRepresentable, JSONEncodable, JSONDecodable {
          static var jsonSchema: JSONSchema {
            .object(JSONSchema.Object(name: "Row", members: [
              JSONSchema.Member("key", (Int).self, hints: [.title("Key"), .shown(.never), .format(.money("JPY")), .priority(2)], description: "The name of the row."),
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
        """#)
  }
}
