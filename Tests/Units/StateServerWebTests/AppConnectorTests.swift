import LocalSocket
import SystemSupport
import TestSupport
import Testing

@testable import StateServerWeb

struct AppConnectorTests {
  @Test func connectingToTheAppDoesNotWaitForOtherChildrenOfTheProcess() throws {
    let temporary = try TemporaryDirectory()
    let address = try ServerAddress(temporary.path(of: "app.sock"))
    let texts = ["sh", "-c", "exit 7"]
    var words: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) }
    words.append(nil)
    defer { words.forEach { free($0) } }
    var child: pid_t = 0
    #expect(posix_spawn(&child, "/bin/sh", nil, nil, &words, environ) == 0)
    // Waits for the end of the child, whose status remains.
    var information = siginfo_t()
    waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT)
    for isStarting in [false, true] {
      let server = DetachedServer(address, executable: "/bin/false", arguments: []) { _ in }
      let connector = AppConnector(server, serverName: "app")
      #expect(throws: LocalSocketError.self) { try connector.open(isStarting: isStarting) }
    }
    var status: Int32 = 0
    #expect(waitpid(child, &status, 0) == child && status >> 8 == 7)
  }
}
