import SystemSupport
import Testing

@testable import MainLoop

/// The loop that runs until the process ends, in a process of its own.
///
/// A test cannot call `dispatchMain`, as the dispatch loop does: it must be called on the main thread and outside of
/// a task.
@Suite(.only(.poll), .timeLimit(.minutes(1)))
struct RunTests {
  /// Answers what comes on stdout and ends with the input, or when the process is asked to end.
  @MainActor
  final class Echo: TransportClient, MainLoopClient {
    private let transport: any Transport
    private let reaction: () -> Void

    init(_ transport: any Transport, reaction: @escaping () -> Void) {
      self.transport = transport
      self.reaction = reaction
    }

    func received(_ bytes: UnsafeRawBufferPointer) {
      transport.send { $0.append(contentsOf: bytes) }
      reaction()
    }

    var inputProgress: InputProgress { .done }
    func continueInput() {}
    func inputEnded() { transport.end(status: 3, timeout: .seconds(10)) }
    func outputDrained() {}
    func outputClosed(failure: Int32?) { transport.end(status: 4, timeout: .zero) }
    func turnEnded() {}
    func terminationRequested() { transport.end(status: 5, timeout: .seconds(10)) }

    static func run(input: Pipe, output: Int32, reaction: @escaping () -> Void = {}) -> Never {
      let loop = makeProcessLoop()
      var echo: Echo?
      loop.serve(input: input.readEnd, output: Output(descriptor: output), owned: nil) { transport in
        let made = Echo(transport, reaction: reaction)
        echo = made
        return made
      }
      guard let echo else { exit(100) }
      loop.run(echo)
    }
  }

  @Test func theEndOfTheConnectionEndsTheProcess() async throws {
    let result = try await #require(processExitsWith: .exitCode(3), observing: [\.standardOutputContent]) {
      let input = try await Pipe()
      try await input.put("over and out")
      await input.closeWriteEnd()
      await Echo.run(input: input, output: STDOUT_FILENO)
    }
    #expect(String(decoding: result.standardOutputContent, as: UTF8.self).contains("over and out"))
  }

  /// Reacts to nothing.
  @MainActor
  final class Nobody: MainLoopClient {
    func turnEnded() {}
    func terminationRequested() {}
  }

  @Test func theEndOfTheLoopEndsTheProcess() async throws {
    await #expect(processExitsWith: .exitCode(6)) {
      let pipe = try await Pipe()
      try await pipe.put("x")
      await MainActor.run {
        let loop = makeProcessLoop()
        loop.watch(pipe.readEnd) { loop.end(status: 6) }
        loop.run(Nobody())
      }
    }
  }

  @Test func anOutputThatCannotBeWrittenFails() async throws {
    await #expect(processExitsWith: .exitCode(1)) {
      let input = try await Pipe()
      try await input.put("too much")
      await Echo.run(input: input, output: open("/dev/full", O_WRONLY))
    }
  }

  @Test(arguments: [SIGTERM, SIGINT]) func aSignalAsksForTheEnd(_ number: Int32) async throws {
    await #expect(processExitsWith: .exitCode(5)) { [number] in
      let input = try await Pipe()
      try await input.put("x")
      await Echo.run(input: input, output: STDOUT_FILENO) { kill(getpid(), number) }
    }
  }
}
