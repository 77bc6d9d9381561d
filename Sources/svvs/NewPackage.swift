import SystemSupport

/// The package of a new app. If the name is `ListApp`, it is the package that the README shows.
struct NewPackage {
  /// The name of the package, its directory and the module of the app.
  let name: String
  /// The path of the checkout of svvs, absolute or relative to the directory of the package.
  let checkout: String

  /// The name of the app's type. It ends with `App` and is longer than that, so that it differs from the names of all
  /// other types in the files.
  private var app: String { name.hasSuffix("App") && name != "App" ? name : "\(name)App" }

  /// Writes the files to a new directory. If an error occurs, removes the files again.
  ///
  /// - Throws: `Errno`, for example if there already is a file named `name`.
  func write() throws {
    try makeDirectory(name)
    do {
      for directory in directories { try makeDirectory(directory) }
      for (path, text) in files { try write(text, to: path) }
    } catch {
      for (path, _) in files { unlink("\(name)/\(path)") }
      for directory in directories.reversed() { rmdir(directory) }
      rmdir(name)
      throw error
    }
  }

  private var directories: [String] {
    ["Sources", "Sources/\(name)", "Tests", "Tests/\(name)Tests"].map { "\(name)/\($0)" }
  }

  private var files: [(path: String, text: String)] {
    [
      (".gitignore", ".build/\n.swiftpm/\n"), ("Package.swift", manifest), ("README.md", readme),
      ("Sources/\(name)/\(app).swift", sources), ("Tests/\(name)Tests/\(name)Tests.swift", test),
    ]
  }

  private func makeDirectory(_ path: String) throws {
    guard mkdir(path, 0o777) == 0 else { throw Errno(rawValue: errno) }
  }

  private func write(_ text: String, to path: String) throws {
    let mode: FilePermissions = [.ownerReadWrite, .groupReadWrite, .otherReadWrite]
    let file = try FileDescriptor.open(
      "\(name)/\(path)", .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: mode)
    try file.closeAfter { _ = try file.writeAll(text.utf8) }
  }
}

// MARK: - Texts

extension NewPackage {
  private var manifest: String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    // Declarations belong to the main actor, unless they are marked `nonisolated`.
    let settings: [SwiftSetting] = [.defaultIsolation(MainActor.self)]

    let package = Package(
      name: "\(name)",
      platforms: [.macOS(.v26)],
      // Web is for the subcommand `web`. The demo app also uses HTTP and Postgres.
      dependencies: [.package(name: "svvs", path: \(checkout.debugDescription), traits: ["Web"])],
      targets: [
        .executableTarget(
          name: "\(name)",
          dependencies: [.product(name: "SVVS", package: "svvs"), .product(name: "StateServerCommand", package: "svvs")],
          swiftSettings: settings),
        .testTarget(
          name: "\(name)Tests", dependencies: ["\(name)", .product(name: "SVVSTesting", package: "svvs")],
          swiftSettings: settings),
      ])

    """
  }

  private var sources: String {
    """
    import SVVS
    import StateServerCommand

    @Store final class ListStore { var items: [Item] = [] }

    @JSONCodable struct Item {
      let id: Int
      let title: String
    }

    /// A shopping list, with a field to type into.
    @ViewState("list")
    final class ListViewState {
      var items: [Item] { store.items }
      @Submits("add") var draft = ""
      @Shown(.never) var canAdd: Bool { !draft.isEmpty }
      private let store: ListStore

      /// Adds the draft to the list and empties the field.
      @Action(.enabled(when: "canAdd")) func add() {
        guard canAdd else { return }
        store.items.append(Item(id: (items.last?.id ?? 0) + 1, title: draft))
        draft = ""
      }
    }

    @main struct \(app): App {
      let store = ListStore()
      var views: [ViewType<Void>] { [ViewType(ListViewState.self) { ListViewState(store: store) }] }
    }

    """
  }

  private var test: String {
    ##"""
    import SVVSTesting
    import Testing

    @testable import \##(name)

    @Test func addingEmptiesTheField() async throws {
      let list = try await TestClient(\##(app)()).open(ListViewState.self)
      try await list.set(\.draft, "Milk")
      #expect(list.state.canAdd)
      try await list.call("add")
      #expect(list.state.items.map(\.title) == ["Milk"])
      #expect(list.state.draft == "" && !list.state.canAdd)
    }

    """##
  }

  private var readme: String {
    """
    # \(name)

    An app for [svvs](\(checkout)/README.md): a store of items, and a view state that shows them and adds new ones.

    ```sh
    swift test    # the first build takes some minutes
    echo '{"jsonrpc":"2.0","id":1,"method":"view/open","params":{"type":"list"}}' | swift run \(name)
    ```

    The second command opens a view as a front end does, and prints its state. `swift run \(name) --help` lists the
    other commands. A client of svvs starts the app with `SVVS=.build/debug/\(name)` in its environment.

    """
  }
}
