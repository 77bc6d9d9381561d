import LocalSocket
import NIOCore
import SystemSupport
import TestSupport
import Testing

@testable import StateServerWeb

@Test(arguments: [
  (nil, ["xdg-open", "/f"]), ("", ["xdg-open", "/f"]), ("firefox", ["firefox", "/f"]),
  ("firefox --new-window %s:chromium", ["firefox", "--new-window", "/f"]), ("x --url=%s -a", ["x", "--url=/f", "-a"]),
])
func theBrowserIsChosenByAVariable(variable: String?, command: [String]) {
  #expect(Browser(variable: variable).command(showing: "/f") == command)
}

@Test func aMachineWithoutTheLoopbackAddressIsOneLine() {
  let failure = WebServer.failure(IOError(errnoCode: Errno.addressNotAvailable.rawValue, reason: "bind"), at: 7480)
  #expect(failure.description == "The page needs the address 127.0.0.1, which this machine does not have.")
}

@Test func withoutSSHThereIsNoTunnel() {
  #expect(Tunnel(to: 7480, connection: nil, user: "a") == nil)
  #expect(Tunnel(to: 7480, connection: "", user: "a") == nil)
}

@Test(arguments: [
  ("10.0.0.1 50000 10.0.0.2 22", "a", "ssh -N -L 7480:127.0.0.1:7480 a@10.0.0.2"),
  ("10.0.0.1 50000 10.0.0.2 2222", "a.b-c_1", "ssh -N -p 2222 -L 7480:127.0.0.1:7480 a.b-c_1@10.0.0.2"),
  ("fe80::1%eth0 50000 fe80::2%eth0 22", nil, "ssh -N -L 7480:127.0.0.1:7480 fe80::2%eth0"),
  // A command that is copied into a shell contains nothing that a shell interprets.
  ("a b $(reboot) 22", "a", "ssh -N -L 7480:127.0.0.1:7480 a@HOST"),
  ("a b c 22;reboot", "`reboot`", "ssh -N -L 7480:127.0.0.1:7480 HOST"),
  ("a b -oProxyCommand=x 22", "-x", "ssh -N -L 7480:127.0.0.1:7480 HOST"),
  ("x", "a", "ssh -N -L 7480:127.0.0.1:7480 a@HOST"),
])
func theTunnelIsACommandForTheUsersMachine(connection: String, user: String?, command: String) {
  #expect(Tunnel(to: 7480, connection: connection, user: user)?.command == command)
}

@Test func aLinkIsInAFileOfTheUserOnly() throws {
  let temporary = try TemporaryDirectory()
  let file = try LinkFile(in: ServerDirectory(runtimeDirectory: temporary.path))
  try file.write("http://127.0.0.1:7480/#token=abc")
  let status = try Stat(file.path)
  #expect(status.permissions == .ownerReadWrite && status.type == .regular)
  #expect(file.path.hasPrefix("\(temporary.path)/svvs/"))
  #expect(throws: LocalSocketError.self) { try file.write("again") }
  file.remove()
  #expect((try? Stat(file.path)) == nil)
}

@Test func aLinkFileDoesNotReplaceAnotherFile() throws {
  let temporary = try TemporaryDirectory()
  let file = try LinkFile(in: ServerDirectory(runtimeDirectory: temporary.path))
  try #require(symlink("/nowhere/there", file.path) == 0)
  #expect(throws: LocalSocketError.self) { try file.write("x") }
}
