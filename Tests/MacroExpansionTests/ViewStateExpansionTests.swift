import Testing

struct ViewStateExpansionTests {
  @Test func everyKindOfPropertyIsListed() {
    expectExpansion(
      #"""
      /// A page with
      /// "everything".
      @MainActor @Observable @ViewState("page")
      public final class PageViewState {
        /// Never changes.
        let id: Int
        var first = 1, second = 2
        private(set) var title = ""
        var computed: Int { first }
        var adjusted: Int { get { first } set { first = newValue } }
        var watched = 0 { didSet { first = watched } }
        /// Nobody sees it.
        @WriteOnly var password = ""
        var `default` = true
        private var hidden = 0
        static var shared = 0
        lazy var late = 0
        @ObservationIgnored var ignored = 0
        private let effects = EffectScope()
        private let lifetime: ScopeLifetime
      }
      """#,
      to: #"""
        /// A page with
        /// "everything".
        @MainActor @Observable
        public final class PageViewState {
          /// Never changes.
          let id: Int
          var first = 1, second = 2
          private(set) var title = ""
          var computed: Int { first }
          var adjusted: Int { get { first } set { first = newValue } }
          var watched = 0 { didSet { first = watched } }
          /// Nobody sees it.
          var password = ""
          var `default` = true
          private var hidden = 0
          static var shared = 0
          lazy var late = 0
          @ObservationIgnored var ignored = 0
          private let effects = EffectScope()
          private let lifetime: ScopeLifetime

          @MainActor public static let interface: _ViewInterface<PageViewState> = _ViewInterface(
            type: "page", description: #"A page with "everything"."#,
            properties: [
              .readOnly("id", description: "Never changes.", get: {
                  $0.`id`
                }),
              .readWrite("first", get: {
                  $0.`first`
                }, set: {
                  $0.`first` = $1
                }),
              .readWrite("second", get: {
                  $0.`second`
                }, set: {
                  $0.`second` = $1
                }),
              .readOnly("title", get: {
                  $0.`title`
                }),
              .readOnly("computed", get: {
                  $0.`computed`
                }),
              .readWrite("adjusted", get: {
                  $0.`adjusted`
                }, set: {
                  $0.`adjusted` = $1
                }),
              .readWrite("watched", get: {
                  $0.`watched`
                }, set: {
                  $0.`watched` = $1
                }),
              .writeOnly("password", description: "Nobody sees it.", set: {
                  $0.`password` = $1
                }),
              .readWrite("default", get: {
                  $0.`default`
                }, set: {
                  $0.`default` = $1
                }),
            ],
            actions: [],
            effectScope: {
              $0.effects
            },
            lifetime: {
              $0.lifetime
            },
            keyPaths: {
              [\.`id`, \.`first`, \.`second`, \.`title`, \.`computed`, \.`adjusted`, \.`watched`, \.`password`, \#
        \.`default`]
            })

          @MainActor init(id: Int, lifetime: ScopeLifetime) {
            self.id = id
            self.lifetime = lifetime
          }
        }

        extension PageViewState: ViewState {
        }
        """#)
  }

  @Test func everyKindOfActionIsListed() {
    expectExpansion(
      #"""
      @MainActor @Observable @ViewState("page")
      final class PageViewState {
        init() {}
        func helper() throws -> Int { 0 }
        /// Adds one.
        @Action func increment() { first += 1 }
        @Action func load() async {}
        @Action func reload() -> Effect { .none }
        @Action func move(to place: Place, _ speed: Double, times: Int = 1, note: String?) async {}
        @Action func `repeat`(in: Int) {}
      }
      """#,
      to: #"""
        @MainActor @Observable
        final class PageViewState {
          init() {}
          func helper() throws -> Int { 0 }
          /// Adds one.
          func increment() { first += 1 }
          func load() async {}
          func reload() -> Effect { .none }
          func move(to place: Place, _ speed: Double, times: Int = 1, note: String?) async {}
          func `repeat`(in: Int) {}

          @MainActor static let interface: _ViewInterface<PageViewState> = _ViewInterface(
            type: "page",
            properties: [],
            actions: [
              _ViewAction("increment", description: "Adds one.") { state, _ in
                return .synchronous {
                  state.`increment`()
                }
              },
              _ViewAction("load") { state, _ in
                return .asynchronous {
                  await state.`load`()
                }
              },
              _ViewAction("reload") { state, _ in
                return .effect {
                  state.`reload`()
                }
              },
              _ViewAction("move", arguments: [_Argument("to", \#
        _theTypeMustBeMarkedJSONCodable(argument: (Place).self)), _Argument("speed", (Double).self), \#
        _Argument("times", (Int).self, isRequired: false), _Argument("note", (String?).self)]) { state, \#
        arguments throws(JSONDecodingError) in
                let argument1: Place = try arguments.decode("to")
                let argument2: Double = try arguments.decode("speed")
                let argument3: Int = try arguments.decode("times", default: 1)
                let argument4: String? = try arguments.decode("note")
                return .asynchronous {
                  await state.`move`(to: argument1, argument2, times: argument3, note: argument4)
                }
              },
              _ViewAction("repeat", arguments: [_Argument("in", (Int).self)]) { state, \#
        arguments throws(JSONDecodingError) in
                let argument1: Int = try arguments.decode("in")
                return .synchronous {
                  state.`repeat`(in: argument1)
                }
              },
            ])
        }

        extension PageViewState: ViewState {
        }
        """#)
  }

  @Test func aViewStateMayHaveNothingOnTheWire() {
    expectExpansion(
      """
      @Observable @ViewState("empty")
      final class EmptyViewState {
      }
      """,
      to: """
        @Observable
        final class EmptyViewState {

          @MainActor static let interface: _ViewInterface<EmptyViewState> = _ViewInterface(
            type: "empty",
            properties: [],
            actions: [])

          @MainActor init() {
          }
        }

        extension EmptyViewState: ViewState {
        }
        """)
  }

  @Test func aGenericViewStateStoresNothing() {
    expectExpansion(
      #"""
      @Observable @ViewState("list")
      final class ListViewState<Item: JSONCodable> {
        var items: [Item] = []
      }
      """#,
      to: #"""
        @Observable
        final class ListViewState<Item: JSONCodable> {
          var items: [Item] = []

          @MainActor static var interface: _ViewInterface<ListViewState<Item>> {
            _ViewInterface(
              type: "list",
              properties: [
                .readWrite("items", get: {
                    _theTypeMustBeMarkedJSONCodable(value: $0.`items`)
                  }, set: {
                    $0.`items` = $1
                  }),
              ],
              actions: [],
              keyPaths: {
                [\.`items`]
              })
          }

          @MainActor init() {
          }
        }

        extension ListViewState: ViewState {
        }
        """#)
  }

  @Test func allMethodsThatCanBeActionsAreActions() {
    expectExpansion(
      """
      @MainActor @Observable @ViewState("page", actions: .all)
      final class PageViewState {
        func reload() {}
        @Action("Open") public func open(id: Int) async {}
        @Hidden func inner() {}
        private func hidden() {}
        static func make() {}
        func count() -> Int { 0 }
        func fail() throws {}
        func call(_ body: () -> Void) {}
        func call<Value>(_ value: Value) {}
        func exit() {}
      }
      """,
      to: """
        @MainActor @Observable
        final class PageViewState {
          func reload() {}
          public func open(id: Int) async {}
          func inner() {}
          private func hidden() {}
          static func make() {}
          func count() -> Int { 0 }
          func fail() throws {}
          func call(_ body: () -> Void) {}
          func call<Value>(_ value: Value) {}
          func exit() {}

          @MainActor static let interface: _ViewInterface<PageViewState> = _ViewInterface(
            type: "page",
            properties: [],
            actions: [
              _ViewAction("reload") { state, _ in
                return .synchronous {
                  state.`reload`()
                }
              },
              _ViewAction("open", title: "Open", arguments: [_Argument("id", (Int).self)]) { state, \
        arguments throws(JSONDecodingError) in
                let argument1: Int = try arguments.decode("id")
                return .asynchronous {
                  await state.`open`(id: argument1)
                }
              },
            ])
        }

        extension PageViewState: ViewState {
        }
        """)
  }
}
