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
        @Busy(when: "loading", "saving") private(set) var phase = Phase.none
        /// Why.
        @ErrorMessage private(set) var message: String?
        @Action(.onAppear) func load() {}
        @Action("Choose", .opens("row"), .argument("key", title: "Key", from: "rows", member: "key"), .argument("secret", isWriteOnly: true)) func choose(key: Int, secret: String) {}
      }
      """#,
      to: #"""
        @Observable
        final class PageViewState {
          private(set) var rows: [Row] = []
          var keyword = ""
          private(set) var phase = Phase.none
          /// Why.
          private(set) var message: String?
          func load() {}
          func choose(key: Int, secret: String) {}
        }

        extension PageViewState: ViewState {
          static let interface = _ViewInterface<PageViewState>(
            type: "page", hints: _ViewHints(title: "Page", isStart: true, onAppear: "load"),
            properties: [
              .readOnly("rows", hints: _PropertyHints(title: "Rows", opens: .init("row", with: ["id": "key"])), get: {
                  _theTypeMustBeMarkedJSONCodable(value: $0.`rows`)
                }),
              .readWrite("keyword", hints: _PropertyHints(role: .filter(of: "rows")), get: {
                  $0.`keyword`
                }, set: {
                  $0.`keyword` = $1
                }),
              .readOnly("phase", hints: _PropertyHints(role: .busy(when: ["loading", "saving"])), get: {
                  _theTypeMustBeMarkedJSONCodable(value: $0.`phase`)
                }),
              .readOnly("message", description: "Why.", hints: _PropertyHints(role: .errorMessage), get: {
                  $0.`message`
                }),
            ],
            actions: [
              _ViewAction("load") { state, _ in
                return .synchronous {
                  state.`load`()
                }
              },
              _ViewAction("choose", hints: _ActionHints(title: "Choose", opens: .init("row"), arguments: [_ArgumentHints("key", title: "Key", from: "rows", member: "key"), _ArgumentHints("secret", isWriteOnly: true)]), arguments: [_Argument("key", (Int).self), _Argument("secret", (String).self)]) { state, arguments throws(JSONDecodingError) in
                let argument1: Int = try arguments.decode("key")
                let argument2: String = try arguments.decode("secret")
                return .synchronous {
                  state.`choose`(key: argument1, secret: argument2)
                }
              },
            ],
            keyPaths: {
              [\.`rows`, \.`keyword`, \.`phase`, \.`message`]
            })
        }
        """#)
  }

  @Test func aTitleBecomesPartOfAMember() {
    expectExpansion(
      #"""
      @JSONCodable
      struct Row {
        /// What names it.
        @Title("Key") let key: Int
      }
      """#,
      to: #"""
        struct Row {
          /// What names it.
          let key: Int
        }

        nonisolated extension Row: JSONRepresentable, JSONEncodable, JSONDecodable {
          static var jsonSchema: JSONSchema {
            .object(JSONSchema.Object(name: "Row", members: [
              JSONSchema.Member("key", (Int).self, title: "Key", description: "What names it."),
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
