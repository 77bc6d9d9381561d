import ArgumentParser
import JSON
import LocalSocket

/// `list`: lists the running servers.
struct ListCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "list", abstract: "List the running servers that have a name.")
  }

  @Flag(help: "Write an array of JSON objects instead of a table.")
  var json = false

  func run() throws {
    let servers = try RunningServer.all().map { server in
      do throws(LocalSocketError) {
        return ListedServer(server, shared: try ListedServer.query(server.address))
      } catch {
        Console.report("The server \(server.name) cannot be queried: \(error.description)")
        return ListedServer(server, shared: nil)
      }
    }
    try Console.write(json ? servers.jsonString : table(servers))
  }

  private func table(_ servers: [ListedServer]) -> String {
    let rows = [["NAME", "PID", "SINCE", "CONNECTIONS", "SESSIONS"]] + servers.map(\.cells)
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      return cells.joined(separator: "  ").replacing(/\ +$/, with: "")
    }.joined(separator: "\n")
  }
}
