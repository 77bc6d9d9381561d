import Foundation
import TestSupport
import Testing

@testable import LocalSocket

/// A socket as systemd makes it.
func listeningSocket(_ path: String) throws -> Int32 {
  let descriptor = UnixSocket.make()
  guard UnixSocket.bindSocket(descriptor, to: path) == 0, listen(descriptor, 5) == 0 else {
    throw SystemError(number: errno)
  }
  return descriptor
}

struct SocketActivationTests {
  private let temporary: TemporaryDirectory
  private let process = "\(getpid())"

  init() throws {
    temporary = try TemporaryDirectory()
  }

  @Test func oneListeningSocketIsTaken() throws {
    let descriptor = try listeningSocket("\(temporary.path)/test.sock")
    defer { close(descriptor) }
    _ = fcntl(descriptor, F_SETFD, 0)
    #expect(try SocketActivation.socket(process: process, count: "1", descriptor: descriptor) == descriptor)
    #expect(fcntl(descriptor, F_GETFL) & O_NONBLOCK != 0)
    #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test func aSocketForAnotherProcessIsNotTaken() throws {
    for process in [nil, "", "x", "\(getpid() + 1)", "+\(getpid())", "0\(getpid())"] {
      #expect(try SocketActivation.socket(process: process, count: "1", descriptor: -1) == nil)
    }
    #expect(try SocketActivation.socket(process: process, count: nil, descriptor: -1) == nil)
  }

  @Test(arguments: ["0", "2", "", "one", "+1", "01"])
  func anotherCountIsRefused(_ count: String) {
    #expect(throws: LocalSocketError("LISTEN_FDS is \(count): expected one socket.")) {
      try SocketActivation.socket(process: process, count: count, descriptor: -1)
    }
  }

  @Test func aDescriptorThatIsNotAListeningSocketIsRefused() throws {
    let (ends, pipe) = (try DescriptorPair.sockets(), try DescriptorPair.pipe())
    let unbound = UnixSocket.make()
    let bound = UnixSocket.make()
    #expect(UnixSocket.bindSocket(bound, to: "\(temporary.path)/bound.sock") == 0)
    let descriptors = [ends.first, ends.second, pipe.first, pipe.second, unbound, bound]
    defer { descriptors.forEach { close($0) } }
    for descriptor in descriptors + [-1] {
      #expect(throws: LocalSocketError("Descriptor \(descriptor) is not a listening Unix-domain stream socket.")) {
        try SocketActivation.socket(process: process, count: "1", descriptor: descriptor)
      }
    }
  }

  @Test func theVariablesAreUnset() async {
    await #expect(processExitsWith: .success) {
      setenv("LISTEN_PID", "\(getpid())", 1)
      setenv("LISTEN_FDS", "2", 1)
      setenv("LISTEN_FDNAMES", "a:b", 1)
      #expect(throws: LocalSocketError("LISTEN_FDS is 2: expected one socket.")) { try SocketActivation.takeSocket() }
      for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { #expect(getenv(name) == nil) }
      let second = try SocketActivation.takeSocket()
      #expect(second == nil)
    }
  }
}
