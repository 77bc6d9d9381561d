import SystemSupport
import TestSupport
import Testing

@testable import MainLoop

@MainActor @Suite(.timeLimit(.minutes(1)))
struct OutputTests {
  private let pipe: Pipe

  init() throws {
    pipe = try Pipe()
  }

  private func append(_ bytes: some Sequence<UInt8>, to output: Output) {
    output.append { $0.append(contentsOf: bytes) }
  }

  @Test func nothingIsWrittenBeforeTheFlush() async {
    let output = Output(descriptor: pipe.writeEnd)
    append("one ".utf8, to: output)
    append("two".utf8, to: output)
    #expect(output.count == 7)
    #expect(output.flush() == .drained)
    #expect(output.count == 0)
    #expect(await pipe.take(7) == Array("one two".utf8))
  }

  @Test func aFullPipeBlocksNobody() async {
    let output = Output(descriptor: pipe.writeEnd)
    append(manyBytes, to: output)
    #expect(output.flush() == .blocked)
    #expect(output.state == .blocked)
    let written = manyBytes.count - output.count
    #expect(written > 0)
    #expect(await pipe.take(written) == Array(manyBytes[..<written]))
    #expect(output.state == .blocked)
  }

  @Test func waitingBytesAreWrittenInOrder() async {
    let output = Output(descriptor: pipe.writeEnd)
    var received: [UInt8] = []
    for _ in 0..<3 { append(manyBytes, to: output) }
    while output.flush() == .blocked {
      received += await pipe.take(3 * manyBytes.count - output.count - received.count)
    }
    received += await pipe.take(3 * manyBytes.count - received.count)
    #expect(received == manyBytes + manyBytes + manyBytes)
  }

  @Test func unblockedIsCalledAgainAfterASecondBlock() {
    let output = Output(descriptor: pipe.writeEnd)
    func fill() {
      append(manyBytes.prefix(80_000), to: output)
      #expect(output.flush() == .blocked)
      pipe.takeNow(100_000)
    }
    fill()
    var calls = 0
    output.flush {
      calls += 1
      if calls == 1 { fill() }
    }
    #expect(calls == 2)
  }

  @Test func aReaderThatHasGoneClosesTheOutputForGood() {
    let output = Output(descriptor: pipe.writeEnd)
    pipe.closeReadEnd()
    append("x".utf8, to: output)
    #expect(output.flush() == .closed)
    #expect(output.count == 0)
    #expect(output.flush() == .closed)
  }

  /// Other processes share the pipe or the socket of stdout, and their writes must still wait for the reader.
  @Test func aSharedPipeOrSocketIsNotMadeNonBlocking() async throws {
    let socket = try DescriptorPair.sockets()
    defer { [socket.first, socket.second].forEach { close($0) } }
    for descriptor in [pipe.writeEnd, socket.first] {
      let shared = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
      defer { close(shared) }
      let output = Output(descriptor: descriptor)
      append(manyBytes, to: output)
      #expect(output.flush() == .blocked)
      #expect(fcntl(shared, F_GETFL) & O_NONBLOCK == 0)
      #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }
  }

  @Test func theFlagsOfAFileAreNotChanged() {
    let descriptor = open("/dev/null", O_WRONLY)
    defer { close(descriptor) }
    let flags = fcntl(descriptor, F_GETFL)
    let output = Output(descriptor: descriptor)
    #expect(fcntl(descriptor, F_GETFL) == flags)
    append(manyBytes, to: output)
    #expect(output.flush() == .drained)
  }
}
