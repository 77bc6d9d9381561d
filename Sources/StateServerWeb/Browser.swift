import LocalSocket
import SystemSupport

/// The program that shows a file in the user's browser.
package struct Browser {
  private let words: [String]

  /// - Parameter variable: The value of the environment variable `BROWSER`: a command with its arguments. `%s` stands for
  ///   the file, which otherwise follows the arguments.
  package init(variable: String? = getenv("BROWSER").map { String(cString: $0) }) {
    // Like other programs, tries only the first command of a list.
    let first = variable?.split(separator: ":").first?.split(separator: " ").map { String($0) } ?? []
    words = first.isEmpty ? [Platform.opener] : first
  }

  /// The arguments of the command, the program first.
  func command(showing path: String) -> [String] {
    let hasPlace = words.dropFirst().contains { $0.contains("%s") }
    return hasPlace ? words.map { $0.replacing("%s", with: path) } : words + [path]
  }

  /// Shows a file. Returns at once.
  ///
  /// - Parameter report: Called on another thread, with the reason, if the browser cannot be started.
  package func show(_ path: String, report: @escaping @Sendable (String) -> Void) {
    let command = command(showing: path)
    do {
      try DetachedThread.start {
        if let failure = Browser.run(command) { report("\(Browser.failed): \(failure)") }
      }
    } catch {
      report("\(Browser.failed): \(error)")
    }
  }

  private static let failed = "No browser could be opened, so open the link yourself"

  /// Runs the command until it ends. Returns the reason if it fails.
  private static func run(_ command: [String]) -> String? {
    do {
      let null = OwnedDescriptor(try .open("/dev/null", .writeOnly, options: .closeOnExec))
      let process = try DetachedProcess(
        command[0], Array(command.dropFirst()), output: null.number, errors: null.number)
      let end = process.waitForEnd()
      // The status is unknown if this process ignores SIGCHLD.
      return end == "with status 0" || end == "with an unknown status" ? nil : "\(command[0]) ended \(end)."
    } catch {
      return "\(error)"
    }
  }
}
