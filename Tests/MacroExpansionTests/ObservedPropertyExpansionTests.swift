import Testing

/// The accessors and the storage that `@_ObservedProperty` adds to a property.
struct ObservedPropertyExpansionTests {
  @Test(
    arguments: [
      ("var count = 0", "var count", "private var _count = 0"),
      ("public var count: Int = 0", "public var count: Int", "private var _count: Int = 0"),
      ("public private(set) var count: Int", "public private(set) var count: Int", "private var _count: Int"),
      ("private var count: Int?", "private var count: Int?", "private var _count: Int?"),
      ("package var count: Value", "package var count: Value", "private var _count: Value"),
      ("final weak var count: Owner?", "final weak var count: Owner?", "private final weak var _count: Owner?"),
      ("@Kept(1) var count = 0", "@Kept(1) var count", "private var _count = 0"),
    ])
  func theValueMovesToAPrivateProperty(declaration: String, property: String, storage: String) {
    expectExpansion(
      "@_ObservedProperty(1, of: 3) \(declaration)",
      to: """
        \(property) {
        \(accessors(of: "count", storage: "_count"))
        }

        \(storage)
        """)
  }

  @Test func aNameIsEscapedWhereItMustBe() {
    expectExpansion(
      "@_ObservedProperty(1, of: 3) var `default` = true",
      to: """
        var `default` {
        \(accessors(of: "`default`", storage: "_default"))
        }

        private var _default = true
        """)
  }

  /// The compiler removes the observers from the property that has accessors now; the tests' expansion leaves them.
  @Test func theObserversMoveWithTheValue() {
    expectExpansion(
      """
      @_ObservedProperty(1, of: 3) var count = 0 {
        willSet(next) { log(next) }
        didSet { log(oldValue) }
      }
      """,
      to: """
        var count {
          willSet(next) { log(next) }
          didSet { log(oldValue) }
        \(accessors(of: "count", storage: "_count", separator: "\n\n"))
        }

        private var _count = 0 {
          willSet(next) {
            log(next)
          }
          didSet {
            log(oldValue)
          }
        }
        """)
  }

  /// The accessors of a property with this name.
  private func accessors(of name: String, storage: String, separator: String = "\n") -> String {
    [
      """
        @storageRestrictions(initializes: \(storage))
        init(initialValue) {
          \(storage) = initialValue
        }
      """,
      """
        get {
          _$observed.access(1, of: 3)
          _$registrar.access(self, \\.\(name))
          return \(storage)
        }
      """,
      """
        set {
          guard _ObservedProperties.isChange(\(storage), newValue) else {
            \(storage) = newValue
            return
          }
          _$registrar.willSet(self, \\.\(name))
          \(storage) = newValue
          _$registrar.didSet(self, \\.\(name))
          _$observed.changed(1)
        }
      """,
      """
        _modify {
          _$observed.access(1, of: 3)
          _$registrar.access(self, \\.\(name))
          _$registrar.willSet(self, \\.\(name))
          defer {
            _$registrar.didSet(self, \\.\(name))
            _$observed.changed(1)
          }
          yield &\(storage)
        }
      """,
    ].joined(separator: separator)
  }
}
