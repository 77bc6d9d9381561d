extension Expansion {
  /// The interfaces that `@ViewState` generates.
  static let ofViewStates = [
    Expansion(
      "Every kind of property is listed, and the stored variables are observed.", of: "ViewState", on: "PageViewState",
      #"""
      /// A page with
      /// "everything".
      @MainActor @ViewState("page")
      public final class PageViewState {
        /// Never changes.
        let id: Int
        let first = 1, second = 2
        private(set) var title = ""
        var computed: Int { first }
        var adjusted: Int { get { first } set { hidden = newValue } }
        var watched = 0 { didSet { hidden = watched } }
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
      attributes: [
        "title": "@_ObservedProperty(0, of: 5)",
        "watched": "@_ObservedProperty(1, of: 5)",
        "password": "@_ObservedProperty(2, of: 5)",
        "default": "@_ObservedProperty(3, of: 5)",
        "hidden": "@_ObservedProperty(4, of: 5)",
      ],
      members: #"""
        private var _$observed = _ObservedProperties()

        private let _$registrar = _PropertyRegistrar()

        @MainActor public static let interface: _ViewInterface = _ViewInterface(
          type: "page", description: #"A page with "everything"."#,
          properties: [
            .readOnly("id", description: "Never changes.", get: {
              _downcast($0, to: PageViewState.self).`id`
            }),
            .readOnly("first", get: {
              _downcast($0, to: PageViewState.self).`first`
            }),
            .readOnly("second", get: {
              _downcast($0, to: PageViewState.self).`second`
            }),
            .readOnly("title", get: {
              _downcast($0, to: PageViewState.self).`title`
            }),
            .readOnly("computed", get: {
              _downcast($0, to: PageViewState.self).`computed`
            }),
            .readWrite("adjusted", get: {
              _downcast($0, to: PageViewState.self).`adjusted`
            }, set: {
              _downcast($0, to: PageViewState.self).`adjusted` = $1
            }),
            .readWrite("watched", get: {
              _downcast($0, to: PageViewState.self).`watched`
            }, set: {
              _downcast($0, to: PageViewState.self).`watched` = $1
            }),
            .writeOnly("password", description: "Nobody sees it.", set: {
              _downcast($0, to: PageViewState.self).`password` = $1
            }),
            .readWrite("default", get: {
              _downcast($0, to: PageViewState.self).`default`
            }, set: {
              _downcast($0, to: PageViewState.self).`default` = $1
            }),
          ],
          actions: [],
          effectScope: {
            _downcast($0, to: PageViewState.self).effects
          },
          lifetime: {
            _downcast($0, to: PageViewState.self).lifetime
          },
          keyPaths: {
            [\.`id`, \.`first`, \.`second`, \.`title`, \.`computed`, \.`adjusted`, \.`watched`, \.`password`, \#
        \.`default`] as [PartialKeyPath<PageViewState>]
          })

        @MainActor init(id: Int, lifetime: ScopeLifetime) {
          self.id = id
          self.lifetime = lifetime
        }
        """#,
      extensions: #"""
        extension PageViewState: ViewState {
        }
        """#),
    Expansion(
      "Every kind of action is listed.", of: "ViewState", on: "ActionsViewState",
      #"""
      @MainActor @Observable @ViewState("page")
      final class ActionsViewState {
        private var count = 0
        init() {}
        func helper() throws -> Int { 0 }
        /// Adds one.
        @Action func increment() { count += 1 }
        @Action func load() async {}
        @Action func reload() -> Effect { .none }
        @Action func move(to place: Place, _ speed: Double, times: Int = 1, note: String?) async {}
        @Action func `repeat`(in: Int) {}
      }
      """#,
      members: #"""
        @MainActor static let interface: _ViewInterface = _ViewInterface(
          type: "page",
          properties: [],
          actions: [
            _ViewAction("increment", description: "Adds one.") { state, _ in
              let state = _downcast(state, to: ActionsViewState.self)
              return .synchronous {
                state.`increment`()
              }
            },
            _ViewAction("load") { state, _ in
              let state = _downcast(state, to: ActionsViewState.self)
              return .asynchronous {
                await state.`load`()
              }
            },
            _ViewAction("reload") { state, _ in
              let state = _downcast(state, to: ActionsViewState.self)
              return .effect {
                state.`reload`()
              }
            },
            _ViewAction("move", arguments: [_Argument("to", \#
        _theTypeMustBeMarkedJSONCodable(argument: (Place).self)), _Argument("speed", (Double).self), \#
        _Argument("times", (Int).self, isRequired: false), _Argument("note", (String?).self)]) { state, \#
        arguments throws(JSONDecodingError) in
              let state = _downcast(state, to: ActionsViewState.self)
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
              let state = _downcast(state, to: ActionsViewState.self)
              let argument1: Int = try arguments.decode("in")
              return .synchronous {
                state.`repeat`(in: argument1)
              }
            },
          ])
        """#,
      extensions: #"""
        extension ActionsViewState: ViewState {
        }
        """#),
    Expansion(
      "All methods that can be actions are actions.", of: "ViewState", on: "MethodsViewState",
      #"""
      @MainActor @Observable @ViewState("page", actions: .all)
      final class MethodsViewState {
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
      """#,
      members: #"""
        @MainActor static let interface: _ViewInterface = _ViewInterface(
          type: "page",
          properties: [],
          actions: [
            _ViewAction("reload") { state, _ in
              let state = _downcast(state, to: MethodsViewState.self)
              return .synchronous {
                state.`reload`()
              }
            },
            _ViewAction("open", title: "Open", arguments: [_Argument("id", (Int).self)]) { state, \#
        arguments throws(JSONDecodingError) in
              let state = _downcast(state, to: MethodsViewState.self)
              let argument1: Int = try arguments.decode("id")
              return .asynchronous {
                await state.`open`(id: argument1)
              }
            },
          ])
        """#,
      extensions: #"""
        extension MethodsViewState: ViewState {
        }
        """#),
    Expansion(
      "A view state may have nothing on the wire.", of: "ViewState", on: "EmptyViewState",
      #"""
      @Observable @ViewState("empty")
      final class EmptyViewState {
      }
      """#,
      members: #"""
        @MainActor static let interface: _ViewInterface = _ViewInterface(
          type: "empty",
          properties: [],
          actions: [])

        @MainActor init() {
        }
        """#,
      extensions: #"""
        extension EmptyViewState: ViewState {
        }
        """#),
    Expansion(
      "A generic view state stores nothing.", of: "ViewState", on: "ListViewState",
      #"""
      @Observable @ViewState("list")
      final class ListViewState<Item: JSONCodable> {
        var items: [Item] = []
      }
      """#,
      members: #"""
        @MainActor static var interface: _ViewInterface {
          _ViewInterface(
            type: "list",
            properties: [
              .readWrite("items", get: {
                _theTypeMustBeMarkedJSONCodable(value: _downcast($0, to: ListViewState<Item>.self).`items`)
              }, set: {
                _downcast($0, to: ListViewState<Item>.self).`items` = $1
              }),
            ],
            actions: [],
            keyPaths: {
              [\.`items`] as [PartialKeyPath<ListViewState<Item>>]
            })
        }

        @MainActor init() {
        }
        """#,
      extensions: #"""
        extension ListViewState: ViewState {
        }
        """#),
    Expansion(
      "Hints become parts of the interface.", of: "ViewState", on: "HintsViewState",
      #"""
      @MainActor @Observable
      @ViewState("page", title: "Page", isStart: true)
      final class HintsViewState {
        @Title("Rows") @Opens("row", with: ["id": "key"]) private(set) var rows: [Row] = []
        @Filters("rows") var keyword = ""
        @Subtitle(member: "name") @Shown(.never) let phase: Phase
        @ScrollsFromEnd(target: "target", member: "id") @Format(.longText) private(set) var lines: [Line] = []
        @ScrollsFromEnd private(set) var texts: [String] = []
        @Submits("load") var target = ""
        @Busy(cancelledBy: "load") private(set) var isBusy: Bool
        @Busy(when: "loading", "saving") private(set) var progress = Phase.none
        /// Why.
        @ErrorMessage private(set) var message: String?
        @Action(.onAppear) func load() {}
        @Action(
          "Choose", .notCancellable, .notOffered, .destructive, .confirms("Really?"),
          .enabled(when: "isBusy"), .opens("row"),
          .argument("key", title: "Key", from: "rows", member: "key"), .argument("secret", isWriteOnly: true))
        func choose(key: Int, secret: String) {}
      }
      """#,
      members: #"""
        @MainActor static let interface: _ViewInterface = _ViewInterface(
          type: "page", hints: _ViewHints(title: "Page", isStart: true),
          properties: [
            .readOnly("rows", hints: [.value(.title("Rows")), .opens(.init("row", with: ["id": "key"]))], get: {
              _theTypeMustBeMarkedJSONCodable(value: _downcast($0, to: HintsViewState.self).`rows`)
            }),
            .readWrite("keyword", hints: [.filters("rows")], get: {
              _downcast($0, to: HintsViewState.self).`keyword`
            }, set: {
              _downcast($0, to: HintsViewState.self).`keyword` = $1
            }),
            .readOnly("phase", hints: [.value(.shown(.never)), .subtitle(member: "name")], get: {
              _theTypeMustBeMarkedJSONCodable(value: _downcast($0, to: HintsViewState.self).`phase`)
            }),
            .readOnly("lines", hints: [.value(.format(.longText)), .scrollsFromEnd(target: "target", \#
        member: "id")], get: {
              _theTypeMustBeMarkedJSONCodable(value: _downcast($0, to: HintsViewState.self).`lines`)
            }),
            .readOnly("texts", hints: [.scrollsFromEnd()], get: {
              _downcast($0, to: HintsViewState.self).`texts`
            }),
            .readWrite("target", hints: [.submits("load")], get: {
              _downcast($0, to: HintsViewState.self).`target`
            }, set: {
              _downcast($0, to: HintsViewState.self).`target` = $1
            }),
            .readOnly("isBusy", hints: [.busy(when: [], cancelledBy: "load")], get: {
              _downcast($0, to: HintsViewState.self).`isBusy`
            }),
            .readOnly("progress", hints: [.busy(when: ["loading", "saving"])], get: {
              _theTypeMustBeMarkedJSONCodable(value: _downcast($0, to: HintsViewState.self).`progress`)
            }),
            .readOnly("message", description: "Why.", hints: [.errorMessage()], get: {
              _downcast($0, to: HintsViewState.self).`message`
            }),
          ],
          actions: [
            _ViewAction("load", hints: [.onAppear]) { state, _ in
              let state = _downcast(state, to: HintsViewState.self)
              return .synchronous {
                state.`load`()
              }
            },
            _ViewAction("choose", title: "Choose", hints: [.notCancellable, .notOffered, .destructive, \#
        .confirms("Really?"), .enabled(when: "isBusy"), .opens("row"), \#
        .argument("key", title: "Key", from: "rows", member: "key"), \#
        .argument("secret", isWriteOnly: true)], arguments: [_Argument("key", (Int).self), _Argument("secret", \#
        (String).self)]) { state, arguments throws(JSONDecodingError) in
              let state = _downcast(state, to: HintsViewState.self)
              let argument1: Int = try arguments.decode("key")
              let argument2: String = try arguments.decode("secret")
              return .synchronous {
                state.`choose`(key: argument1, secret: argument2)
              }
            },
          ],
          keyPaths: {
            [\.`rows`, \.`keyword`, \.`phase`, \.`lines`, \.`texts`, \.`target`, \.`isBusy`, \.`progress`, \#
        \.`message`] as [PartialKeyPath<HintsViewState>]
          })

        @MainActor init(phase: Phase, isBusy: Bool) {
          self.phase = phase
          self.isBusy = isBusy
        }
        """#,
      extensions: #"""
        extension HintsViewState: ViewState {
        }
        """#),
    Expansion(
      "Marks of roles become parts of the interface.", of: "ViewState", on: "TasksViewState",
      #"""
      @MainActor @Observable
      @ViewState("tasks")
      final class TasksViewState {
        @Submits("stop") var email = ""
        @WriteOnly var pin = ""
        @ErrorMessage(for: "email") private(set) var emailError: String?
        @ErrorMessage(for: "pin") private(set) var pinError: String?
        @Notice var notice: String?
        @Progress @Busy(cancelledBy: "stop") private(set) var uploaded: Double?
        @Progress(of: "uploaded") private(set) var sent = 1
        @Answered(by: "answer") private(set) var question: Question?
        @OpensFile var shown: FileLocation?
        @OpensFile(member: "place") private(set) var lines: [Line] = []
        @Format(.stream) private(set) var log = ""
        @Action func stop() {}
        @Action func answer(_ choice: String, question id: String) {}
      }
      """#,
      members: #"""
        @MainActor static let interface: _ViewInterface = _ViewInterface(
          type: "tasks",
          properties: [
            .readWrite("email", hints: [.submits("stop")], get: {
              _downcast($0, to: TasksViewState.self).`email`
            }, set: {
              _downcast($0, to: TasksViewState.self).`email` = $1
            }),
            .writeOnly("pin", set: {
              _downcast($0, to: TasksViewState.self).`pin` = $1
            }),
            .readOnly("emailError", hints: [.errorMessage(for: "email")], get: {
              _downcast($0, to: TasksViewState.self).`emailError`
            }),
            .readOnly("pinError", hints: [.errorMessage(for: "pin")], get: {
              _downcast($0, to: TasksViewState.self).`pinError`
            }),
            .readWrite("notice", hints: [.notice], get: {
              _downcast($0, to: TasksViewState.self).`notice`
            }, set: {
              _downcast($0, to: TasksViewState.self).`notice` = $1
            }),
            .readOnly("uploaded", hints: [.busy(when: [], cancelledBy: "stop"), .progress()], get: {
              _downcast($0, to: TasksViewState.self).`uploaded`
            }),
            .readOnly("sent", hints: [.progress(of: "uploaded")], get: {
              _downcast($0, to: TasksViewState.self).`sent`
            }),
            .readOnly("question", hints: [.answered(by: "answer")], get: {
              _theTypeMustBeMarkedJSONCodable(value: _downcast($0, to: TasksViewState.self).`question`)
            }),
            .readWrite("shown", hints: [.opensFile()], get: {
              _theTypeMustBeMarkedJSONCodable(value: _downcast($0, to: TasksViewState.self).`shown`)
            }, set: {
              _downcast($0, to: TasksViewState.self).`shown` = $1
            }),
            .readOnly("lines", hints: [.opensFile(member: "place")], get: {
              _theTypeMustBeMarkedJSONCodable(value: _downcast($0, to: TasksViewState.self).`lines`)
            }),
            .readOnly("log", hints: [.value(.format(.stream))], get: {
              _downcast($0, to: TasksViewState.self).`log`
            }),
          ],
          actions: [
            _ViewAction("stop") { state, _ in
              let state = _downcast(state, to: TasksViewState.self)
              return .synchronous {
                state.`stop`()
              }
            },
            _ViewAction("answer", arguments: [_Argument("choice", (String).self), _Argument("question", (String).self)]) { \#
        state, arguments throws(JSONDecodingError) in
              let state = _downcast(state, to: TasksViewState.self)
              let argument1: String = try arguments.decode("choice")
              let argument2: String = try arguments.decode("question")
              return .synchronous {
                state.`answer`(argument1, question: argument2)
              }
            },
          ],
          keyPaths: {
            [\.`email`, \.`pin`, \.`emailError`, \.`pinError`, \.`notice`, \.`uploaded`, \.`sent`, \.`question`, \.`shown`, \#
        \.`lines`, \.`log`] as [PartialKeyPath<TasksViewState>]
          })
        """#,
      extensions: #"""
        extension TasksViewState: ViewState {
        }
        """#),
  ]
}
