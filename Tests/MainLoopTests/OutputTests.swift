import Testing

@testable import MainLoop
import SystemSupport

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

  @Test func thePipesFlagsAreRestored() {
    let flags = pipe.writeFlags
    #expect(flags & O_NONBLOCK == 0)
    let output = Output(descriptor: pipe.writeEnd)
    #expect(pipe.writeFlags == flags | O_NONBLOCK)
    output.restore()
    #expect(pipe.writeFlags == flags)
  }

  @Test func aPipeThatDidNotBlockBeforeStaysSo() {
    _ = fcntl(pipe.writeEnd, F_SETFL, pipe.writeFlags | O_NONBLOCK)
    let output = Output(descriptor: pipe.writeEnd)
    output.restore()
    #expect(pipe.writeFlags & O_NONBLOCK != 0)
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
