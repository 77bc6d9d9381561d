import Testing

/// The attributes that `@Store`, and `@ViewState` without `@Observable`, add to the members of a class.
struct ObservedClassExpansionTests {
  /// The compiler observes the branch of an `#if` that it compiles, with one number for all branches; the tests'
  /// expansion leaves branches as they are.
  @Test func storedVariablesAreObserved() {
    expectExpansion(
      """
      @MainActor @Store
      public final class Facts<Fact> {
        let id: Int
        public var first = 1
        private(set) var second: Fact
        private var third: String?
        var watched = 0 { willSet {} didSet {} }
        weak var owner: Owner?
        var effects = EffectScope()
        #if os(Linux)
          var system = 1
        #else
          var system = ""
        #endif
        var password = ""
        var computed: Int { first }
        var adjusted: Int { get { first } set { first = newValue } }
        static var shared = 0
        lazy var late = 0
        @ObservationIgnored var ignored = 0
        @_ObservedProperty(8, of: 9) var numbered = 0
        func act() {}
      }
      """,
      to: """
        @MainActor
        public final class Facts<Fact> {
          let id: Int
          @_ObservedProperty(0, of: 9)
          public var first = 1
          @_ObservedProperty(1, of: 9)
          private(set) var second: Fact
          @_ObservedProperty(2, of: 9)
          private var third: String?
          @_ObservedProperty(3, of: 9)
          var watched = 0 { willSet {} didSet {} }
          @_ObservedProperty(4, of: 9)
          weak var owner: Owner?
          @_ObservedProperty(5, of: 9)
          var effects = EffectScope()
          #if os(Linux)
            var system = 1
          #else
            var system = ""
          #endif
          @_ObservedProperty(7, of: 9)
          var password = ""
          var computed: Int { first }
          var adjusted: Int { get { first } set { first = newValue } }
          static var shared = 0
          lazy var late = 0
          @ObservationIgnored var ignored = 0
          @_ObservedProperty(8, of: 9) var numbered = 0
          func act() {}

          private var _$observed = _ObservedProperties()

          private let _$registrar = _PropertyRegistrar()

          @MainActor init(id: Int, second: Fact) {
            self.id = id
            self.second = second
          }
        }

        extension Facts: nonisolated Observable {
        }
        """, without: "_ObservedProperty")
  }

  /// The default isolation of a module decides whether such a class is isolated.
  @Test func aClassWithoutAttributeForTheMainActorChecksItsIsolationOnce() {
    expectExpansion(
      """
      @Store
      final class Facts {
        var first = 1
        let id: Int
        var computed: Int { first }
        nonisolated let constant = 1
        @MainActor func isolated() {}
        nonisolated func act() {}
        @concurrent func load() async {}
        init() { id = 1 }
        func change() {}
        subscript(index: Int) -> Int { index }
        struct Inner {}
        deinit {}
      }
      """,
      to: """
        final class Facts {
          @MainActor @_ObservedProperty(0, of: 1)
          var first = 1
          @MainActor
          let id: Int
          @MainActor
          var computed: Int { first }
          nonisolated let constant = 1
          @MainActor func isolated() {}
          nonisolated func act() {}
          @concurrent func load() async {}
          @MainActor
          init() { id = 1 }
          @MainActor
          func change() {}
          @MainActor
          subscript(index: Int) -> Int { index }
          struct Inner {}
          deinit {}

          private var _$observed = _ObservedProperties()

          private let _$registrar = _PropertyRegistrar()

          private func _$isolation() {
            _ObservedProperties.theClassMustBeMarkedMainActor()
          }
        }

        extension Facts: nonisolated Observable {
        }
        """, without: "_ObservedProperty")
  }

  @Test func aViewStateIsObservedWithoutObservable() {
    expectExpansion(
      #"""
      @MainActor @ViewState("page")
      final class PageViewState {
        var count = 0
        private var inside = 0
      }
      """#,
      to: #"""
        @MainActor
        final class PageViewState {
          @_ObservedProperty(0, of: 2)
          var count = 0
          @_ObservedProperty(1, of: 2)
          private var inside = 0

          private var _$observed = _ObservedProperties()

          private let _$registrar = _PropertyRegistrar()

          @MainActor static let interface: _ViewInterface<PageViewState> = _ViewInterface(
            type: "page",
            properties: [
              .readWrite("count", get: {
                  $0.`count`
                }, set: {
                  $0.`count` = $1
                }),
            ],
            actions: [],
            keyPaths: {
              [\.`count`]
            })
        }

        extension PageViewState: ViewState {
        }
        """#, without: "_ObservedProperty")
  }
}
