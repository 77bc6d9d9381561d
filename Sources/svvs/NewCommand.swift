import StateServerCommand
import SystemSupport

/// `new`: writes the package of a new app.
///
/// Only `svvs` has this subcommand. The command of an app does not have it, because the people who use that app do not
/// write apps.
struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Write the package of a new app to a new directory.",
    discussion: """
      The package has a store, a view state and a test, and a README with the commands that test and run it. It \
      depends on a checkout of svvs.
      """)

  /// Names that the compiler reserves, and modules of other packages and of the toolchain that svvs imports.
  private static let reservedNames: Set = [
    "Any", "ArgumentParser", "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "GRDB", "Glibc", "Logging",
    "Observation", "PackageDescription", "Self", "Swift", "SwiftSyntax", "Synchronization", "Testing", "XCTest",
  ]

  @Argument(help: "The name of the app, of its module and of the directory, such as Shop.")
  var name: String

  @Option(help: ArgumentHelp("The directory of the checkout of svvs.", valueName: "path"), completion: .directory)
  var svvs = "svvs"

  func validate() throws {
    guard name.wholeMatch(of: /[A-Z][A-Za-z0-9_]*/) != nil else {
      throw ValidationError(
        "The name '\(name)' is not valid: a name starts with an uppercase letter from A to Z and contains only letters, "
          + "digits and underscores.")
    }
    guard !NewCommand.reservedNames.contains(name) else {
      throw ValidationError("The name \(name) is reserved: choose a different name.")
    }
  }

  func run() throws {
    guard isDirectory("\(svvs)/\(NewPackage.example)") else {
      throw ValidationError("--svvs: '\(svvs)' is not a checkout of svvs. Give the path of its directory.")
    }
    guard !isDirectory("\(svvs)/Sources/\(name)") else {
      throw ValidationError("svvs has a module with the name \(name): choose a different name.")
    }
    let package = NewPackage(name: name, checkout: svvs)
    do {
      try package.write()
    } catch let error as Errno {
      throw ValidationError("\(name) cannot be written: \(error).")
    }
    _ = try FileDescriptor.standardOutput.writeAll("\(name)/README.md describes the package.\n".utf8)
  }

  private func isDirectory(_ path: String) -> Bool { (try? Stat(path))?.type == .directory }
}
