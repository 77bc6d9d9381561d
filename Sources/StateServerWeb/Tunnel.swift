import SystemSupport

/// The command with which the user forwards the port of the page to the machine that they sit at.
package struct Tunnel {
  package let command: String

  /// - Parameters:
  ///   - connection: The value of the environment variable `SSH_CONNECTION`: the address and port of the client, and
  ///     those of the server.
  /// - Returns: Nil if this process does not run in an ssh session.
  package init?(
    to port: Int, connection: String? = getenv("SSH_CONNECTION").map { String(cString: $0) },
    user: String? = getenv("USER").map { String(cString: $0) }
  ) {
    guard let connection, !connection.isEmpty else { return nil }
    let words = connection.split(separator: " ").map { String($0) }
    let isValid = words.count == 4 && words.allSatisfy { $0.wholeMatch(of: /[0-9A-Za-z:][0-9A-Za-z.:%_-]*/) != nil }
    let host = isValid ? words[2] : "HOST"
    let login = user.flatMap { $0.wholeMatch(of: /[0-9A-Za-z_][0-9A-Za-z._-]*/) == nil ? nil : "\($0)@" } ?? ""
    let sshPort = isValid && words[3] != "22" ? "-p \(words[3]) " : ""
    command = "ssh -N \(sshPort)-L \(port):\(RequestRules.address):\(port) \(login)\(host)"
  }
}
