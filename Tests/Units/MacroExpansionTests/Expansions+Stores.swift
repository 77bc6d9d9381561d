extension Expansion {
  /// The observation that `@Store` and `@ViewState` generate.
  static let ofStores = [
    Expansion(
      "The stored variables of a store are observed, with one number for all branches of an #if.", of: "Store",
      on: "Facts",
      #"""
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
        static var shared: Int { 0 }
        lazy var late = 0
        @ObservationIgnored var ignored = 0
        @_ObservedProperty(8, of: 9) var numbered = 0
        func act() {}
      }
      """#,
      attributes: [
        "first": "@_ObservedProperty(0, of: 9)",
        "second": "@_ObservedProperty(1, of: 9)",
        "third": "@_ObservedProperty(2, of: 9)",
        "watched": "@_ObservedProperty(3, of: 9)",
        "owner": "@_ObservedProperty(4, of: 9)",
        "effects": "@_ObservedProperty(5, of: 9)",
        "system": "@_ObservedProperty(6, of: 9)",
        "password": "@_ObservedProperty(7, of: 9)",
      ],
      members: #"""
        private var _$observed = _ObservedProperties()

        private let _$registrar = _PropertyRegistrar()

        @MainActor init(id: Int, second: Fact) {
          self.id = id
          self.second = second
        }
        """#,
      extensions: #"""
        extension Facts: nonisolated Observable {
        }
        """#),
    Expansion(
      "A class without an attribute for the main actor checks its isolation once.", of: "Store", on: "Isolated",
      #"""
      @Store
      final class Isolated {
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
      """#,
      attributes: [
        "first": "@MainActor @_ObservedProperty(0, of: 1)",
        "id": "@MainActor",
        "computed": "@MainActor",
        "init": "@MainActor",
        "change": "@MainActor",
        "subscript": "@MainActor",
      ],
      members: #"""
        private var _$observed = _ObservedProperties()

        private let _$registrar = _PropertyRegistrar()

        private func _$isolation() {
          _ObservedProperties.theClassMustBeMarkedMainActor()
        }
        """#,
      extensions: #"""
        extension Isolated: nonisolated Observable {
        }
        """#),
    Expansion(
      "The initializer has a parameter for each stored property without a value.", of: "Store", on: "Account",
      #"""
      @MainActor @Store
      final class Account: Titled {
        let id: Int
        var title: String { "a" }
        private(set) var count: Int { didSet {} }
        var note: String?
        var other: Optional<Int>
        let former: String?
        private let first, second: Owner
        private let number = 1, kept: any Keeping, run: @MainActor (Int) -> Void, end: (() -> Void)?
        static var shared: Int = 1
        lazy var late: Int = 1
        weak var owner: Owner?
        let effects = EffectScope()
      }
      """#,
      attributes: [
        "count": "@_ObservedProperty(0, of: 4)",
        "note": "@_ObservedProperty(1, of: 4)",
        "other": "@_ObservedProperty(2, of: 4)",
        "owner": "@_ObservedProperty(3, of: 4)",
      ],
      members: #"""
        private var _$observed = _ObservedProperties()

        private let _$registrar = _PropertyRegistrar()

        @MainActor init(id: Int, count: Int, former: String?, first: Owner, second: Owner, kept: any Keeping, \#
        run: @escaping @MainActor (Int) -> Void, end: (() -> Void)?) {
          self.id = id
          self.count = count
          self.former = former
          self.first = first
          self.second = second
          self.kept = kept
          self.run = run
          self.end = end
        }
        """#,
      extensions: #"""
        extension Account: nonisolated Observable {
        }
        """#),
    Expansion(
      "Without such a property, the compiler generates the initializer.", of: "Store", on: "Valued",
      #"""
      @MainActor @Store
      final class Valued {
        let a = 1
        var b: Int?
      }
      """#,
      attributes: [
        "b": "@_ObservedProperty(0, of: 1)"
      ],
      members: #"""
        private var _$observed = _ObservedProperties()

        private let _$registrar = _PropertyRegistrar()
        """#,
      extensions: #"""
        extension Valued: nonisolated Observable {
        }
        """#),
    Expansion(
      "Conditions around other declarations do not prevent the initializer.", of: "Store", on: "Conditional",
      #"""
      @MainActor @Store
      final class Conditional {
        #if os(Linux)
          func act() {}
          let a = 1
          var b: Int { 1 }
        #endif
        let c: Int
      }
      """#,
      members: #"""
        private var _$observed = _ObservedProperties()

        private let _$registrar = _PropertyRegistrar()

        @MainActor init(c: Int) {
          self.c = c
        }
        """#,
      extensions: #"""
        extension Conditional: nonisolated Observable {
        }
        """#),
    Expansion(
      "A class that may not be isolated has an initializer without parameters.", of: "Store", on: "Plain",
      #"""
      @Store
      final class Plain {
        var a = 1
      }
      """#,
      attributes: [
        "a": "@MainActor @_ObservedProperty(0, of: 1)"
      ],
      members: #"""
        private var _$observed = _ObservedProperties()

        private let _$registrar = _PropertyRegistrar()

        private func _$isolation() {
          _ObservedProperties.theClassMustBeMarkedMainActor()
        }

        @MainActor init() {
        }
        """#,
      extensions: #"""
        extension Plain: nonisolated Observable {
        }
        """#),
    Expansion(
      "A class that may inherit an initializer has none of its own.", of: "Store", on: "Inheriting",
      #"""
      @Store
      final class Inheriting: Titled {
        var a = 1
      }
      """#,
      attributes: [
        "a": "@MainActor @_ObservedProperty(0, of: 1)"
      ],
      members: #"""
        private var _$observed = _ObservedProperties()

        private let _$registrar = _PropertyRegistrar()

        private func _$isolation() {
          _ObservedProperties.theClassMustBeMarkedMainActor()
        }
        """#,
      extensions: #"""
        extension Inheriting: nonisolated Observable {
        }
        """#),
    Expansion(
      "The value of an observed property moves to a private property.", of: "_ObservedProperty", on: "Values",
      #"""
      @MainActor @Store
      public final class Values {
        var count = 0
        public var typed: Int = 0
        public private(set) var restricted: Int
        private var optional: Int?
        package var ordered: [Int]
        final weak var owner: Owner?
        @available(*, deprecated) var old = 0
        var `default` = true
        var watched = 0 {
          willSet(next) { print(next) }
          didSet { print(oldValue) }
        }
      }
      """#,
      peers: [
        "count": "private var _count = 0",
        "typed": "private var _typed: Int = 0",
        "restricted": "private var _restricted: Int",
        "optional": "private var _optional: Int?",
        "ordered": "private var _ordered: [Int]",
        "owner": "private final weak var _owner: Owner?",
        "old": "private var _old = 0",
        "default": "private var _default = true",
        "watched": #"""
        private var _watched = 0 {
          willSet(next) {
            print(next)
          }
          didSet {
            print(oldValue)
          }
        }
        """#,
      ],
      accessors: accessors(
        of: ["count", "typed", "restricted", "optional", "ordered", "owner", "old", "`default`", "watched"])),
  ]
}

extension Expansion {
  /// The accessors of observed properties, in the order of their declarations.
  private static func accessors(of properties: [String]) -> [String: String] {
    var accessors: [String: String] = [:]
    for (index, property) in properties.enumerated() {
      let name = property.filter { $0 != "`" }
      accessors[name] = #"""
        @storageRestrictions(initializes: _\#(name))
        init(initialValue) {
          _\#(name) = initialValue
        }
        get {
          _$observed.access(\#(index), of: \#(properties.count))
          _$registrar.access(self, \.\#(property))
          return _\#(name)
        }
        set {
          guard _ObservedProperties.isChange(_\#(name), newValue) else {
            _\#(name) = newValue
            return
          }
          _$registrar.willSet(self, \.\#(property))
          _\#(name) = newValue
          _$registrar.didSet(self, \.\#(property))
          _$observed.changed(\#(index))
        }
        _modify {
          _$observed.access(\#(index), of: \#(properties.count))
          _$registrar.access(self, \.\#(property))
          _$registrar.willSet(self, \.\#(property))
          defer {
            _$registrar.didSet(self, \.\#(property))
            _$observed.changed(\#(index))
          }
          yield &_\#(name)
        }
        """#
    }
    return accessors
  }
}
