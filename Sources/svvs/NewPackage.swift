import StateServerCommand
import SystemSupport

/// The package of a new app: the example `ListApp`, which the README shows, with other names.
struct NewPackage {
  /// The directory of the example in the checkout.
  static let example = "Tests/Contract/Examples/ListApp"

  /// The name of the package, its directory and the module of the app.
  let name: String
  /// The path of the checkout of svvs.
  let checkout: String

  /// The name of the app's type. It ends with `App` and is longer than that, so that it differs from the names of all
  /// other types in the files.
  private var app: String { name.hasSuffix("App") && name != "App" ? name : "\(name)App" }

  /// Writes the files to a new directory. If an error occurs, removes the files again.
  ///
  /// - Throws: `Errno`, for example if there already is a file named `name`. `ValidationError` if the example cannot be
  ///   read.
  func write() throws {
    try makeDirectory(name)
    do {
      for directory in directories { try makeDirectory(directory) }
      for (example, own) in paths { try write(text(of: example), to: own) }
    } catch {
      for (_, path) in paths { unlink("\(name)/\(path)") }
      for directory in directories.reversed() { rmdir(directory) }
      rmdir(name)
      throw error
    }
  }

  private var directories: [String] {
    ["Sources", "Sources/\(name)", "Tests", "Tests/\(name)Tests"].map { "\(name)/\($0)" }
  }

  private var paths: [(example: String, own: String)] {
    [
      (".gitignore", ".gitignore"), ("Package.swift", "Package.swift"), ("README.md", "README.md"),
      ("Sources/ListApp/ListApp.swift", "Sources/\(name)/\(app).swift"),
      ("Tests/ListAppTests/ListAppTests.swift", "Tests/\(name)Tests/\(name)Tests.swift"),
    ]
  }

  /// The text of a file of the example, with the names and the path of this package.
  private func text(of path: String) throws -> String {
    let example = try read("\(checkout)/\(NewPackage.example)/\(path)")
    let svvs = checkout.hasPrefix("/") ? checkout : "../\(checkout)"
    return example.replacing(/struct ListApp|ListApp\(?|"?\.\.\/svvs"?/) { match in
      switch match.output {
      case "struct ListApp": "struct \(app)"
      case "ListApp(": "\(app)("
      case "ListApp": name
      case "../svvs": svvs
      default: svvs.debugDescription
      }
    }
  }

  private func read(_ path: String) throws -> String {
    do {
      let file = OwnedDescriptor(try .open(path, .readOnly, options: .closeOnExec))
      return String(decoding: try file.readToEnd(), as: UTF8.self)
    } catch {
      throw ValidationError("\(path) cannot be read: \(error).")
    }
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
