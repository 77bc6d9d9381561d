import Foundation
import SystemSupport
import TestSupport
import Testing

@testable import LocalSocket

/// Streams that are attached, with pipes in place of stdin and stdout, and the server's end of its connection.
///
/// The ends that are not closed by the test are left to the process.
private struct Joined: Sendable {
  let input: DescriptorPair
  let output: DescriptorPair
  let server: Int32
  private let streams: AttachedStreams

  init(report: @escaping @Sendable (String) -> Void = { _ in }) throws {
    let connection = try DescriptorPair.sockets()
    (input, output, server) = (try DescriptorPair.pipe(), try DescriptorPair.pipe(), connection.second)
    streams = try AttachedStreams(
      connection.first, to: ServerAddress("/x"), input: input.first, output: output.second, report: report)
  }

  /// Runs it to the end, and closes its stdout as the end of the process would.
  func run() async throws -> UInt8 { try await blocking { try runBlocking() } }

  func runBlocking() throws -> UInt8 {
    defer { close(output.second) }
    return try streams.run()
  }

  /// The bytes that the server reads: a number of them, or all until the end.
  func requests(_ count: Int = .max, pieces: Int = 1 << 16) async throws -> [UInt8] {
    try await blocking { try readBytes(count, from: server, pieces: pieces) }
  }

  /// The bytes that the reader of stdout reads: a number of them, or all until the end.
  func answers(_ count: Int = .max, pieces: Int = 1 << 16) async throws -> [UInt8] {
    try await blocking { try readBytes(count, from: output.first, pieces: pieces) }
  }

  func end(status: UInt8) {
    writeBytes(StatusTrailer.bytes(status: status), to: server)
    close(server)
  }
}

private let manyBytes = (0..<4 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) | 1 }

@Suite(.timeLimit(.minutes(1)))
struct AttachedStreamsTests {
  private let joined: Joined

  init() throws {
    joined = try Joined()
  }

  @Test func theServerLearnsFirstThatSomebodyIsAttached() async throws {
    async let status = joined.run()
    #expect(try await joined.requests(1) == [StatusTrailer.mark])
    joined.end(status: 0)
    #expect(try await status == 0)
  }

  @Test func manyBytesPassBothWaysWithASlowSide() async throws {
    async let status = joined.run()
    async let sending = blocking { [joined] in
      writeBytes(manyBytes, to: joined.input.second)
      close(joined.input.second)
    }
    async let answering = blocking { [joined] in writeBytes(manyBytes, to: joined.server) }
    async let requests = joined.requests(manyBytes.count + 1, pieces: 5000)
    async let answers = joined.answers(manyBytes.count, pieces: 3000)
    #expect(try await requests == [StatusTrailer.mark] + manyBytes)
    #expect(try await answers == manyBytes)
    _ = await (sending, answering)
    joined.end(status: 0)
    #expect(try await status == 0)
    #expect(try await joined.answers().isEmpty)
  }

  @Test func bytesThatTheServerDoesNotReadAreNotTaken() async throws {
    async let status = joined.run()
    let sent = await blocking { [joined] in writeWhatIsTaken(to: joined.server) }
    #expect(sent < 1 << 21)
    #expect(try await joined.answers(sent).count == sent)
    joined.end(status: 3)
    #expect(try await status == 3)
  }

  @Test func afterTheEndOfStdinTheServersAnswersStillPass() async throws {
    writeBytes("request\n".utf8, to: joined.input.second)
    close(joined.input.second)
    async let status = joined.run()
    do {
      #expect(try await joined.requests() == [StatusTrailer.mark] + Array("request\n".utf8))
    } catch {
      // The test goes on, so that the streams end.
      Issue.record(error)
    }
    writeBytes("answer\n".utf8, to: joined.server)
    #expect(try await joined.answers(7) == Array("answer\n".utf8))
    joined.end(status: 0)
    #expect(try await status == 0)
  }

  @Test func theStatusIsTheServersAndNotPassedOn() async throws {
    async let status = joined.run()
    writeBytes("last\n".utf8, to: joined.server)
    joined.end(status: 10)
    #expect(try await status == 10)
    #expect(try await joined.answers() == Array("last\n".utf8))
  }

  @Test func aKilledServerIsReported() async throws {
    writeBytes("half a li".utf8, to: joined.server)
    // It has read nothing.
    shutdown(joined.server, Int32(SHUT_WR))
    await #expect(throws: LocalSocketError("The server at /x has ended, or has cut the connection.")) {
      try await joined.run()
    }
    #expect(try await joined.answers() == Array("half a li".utf8))
  }

  @Test func onlyAServerThatHasReadNothingIsWaitedFor() async throws {
    let (texts, continuation) = AsyncStream.makeStream(of: String.self)
    func join(_ name: String) throws -> Joined { try Joined { continuation.yield("\(name): \($0)") } }
    // The first reads the mark, and then nothing. The second reads a part of a long input. The third reads nothing.
    let joined = [try join("idle"), try join("slow"), try join("silent")]
    async let idle = joined[0].run()
    #expect(try await joined[0].requests(1) == [StatusTrailer.mark])
    async let sending = blocking { writeBytes(manyBytes, to: joined[1].input.second) }
    async let slow = joined[1].run()
    #expect(try await joined[1].requests(1 << 21).count == 1 << 21)
    async let silent = joined[2].run()
    var reports = texts.makeAsyncIterator()
    #expect(await reports.next() == "silent: waiting for the server at /x, which does not answer")
    // The others were checked before.
    for one in joined { one.end(status: 0) }
    #expect(try await [idle, slow, silent] == [0, 0, 0])
    continuation.finish()
    #expect(await reports.next() == nil)
    // Ends the write of the rest.
    close(joined[1].input.first)
    _ = await sending
  }

  @Test func theLastLineOfTheLogIsShownIfTheServerHasWrittenOneMeanwhile() async throws {
    let temporary = try TemporaryDirectory()
    let address = try temporary.address()
    try temporary.write("an older line\n", to: "test.sock.log")
    let connection = try DescriptorPair.sockets()
    let streams = AttachedStreams(
      connection.first, to: address, input: joined.input.first, output: joined.output.second)
    try temporary.write("an older line\nFatal error: \u{1B}[31mreason\n\n", to: "test.sock.log")
    close(connection.second)
    let end = "The server at \(address) has ended, or has cut the connection."
    let line = "The last line of its log \(address.logPath): Fatal error: \\u{1B}[31mreason"
    await #expect(throws: LocalSocketError("\(end) \(line)")) { try await blocking { try streams.run() } }
  }

  @Test func aServerThatWasKilledBeforeIsReported() async throws {
    close(joined.server)
    await #expect(throws: LocalSocketError("The server at /x has ended, or has cut the connection.")) {
      try await joined.run()
    }
  }

  @Test func aReaderThatHasGoneEndsItThoughNothingIsSent() async throws {
    async let status = joined.run()
    #expect(try await joined.requests(1) == [StatusTrailer.mark])
    close(joined.output.first)
    #expect(try await status == 0)
  }

  @Test func aReaderThatGoesInTheMiddleEndsIt() async throws {
    async let status = joined.run()
    async let sending = blocking { [joined] in _ = writeBytes(manyBytes.prefix(1 << 17), to: joined.server) }
    #expect(try await joined.answers(1) == [manyBytes[0]])
    close(joined.output.first)
    #expect(try await status == 0)
    _ = await sending
  }

  @Test func descriptorsThatDoNotBlockAreWaitedFor() async throws {
    for descriptor in [joined.input.first, joined.output.second] { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
    async let status = joined.run()
    #expect(try await joined.requests(1) == [StatusTrailer.mark])
    writeBytes("request\n".utf8, to: joined.input.second)
    #expect(try await joined.requests(8) == Array("request\n".utf8))
    async let answering = blocking { [joined] in writeBytes(manyBytes.prefix(1 << 20), to: joined.server) }
    #expect(try await joined.answers(1 << 20) == Array(manyBytes.prefix(1 << 20)))
    _ = await answering
    joined.end(status: 0)
    #expect(try await status == 0)
  }

  @Test func theFlagsOfTheStandardStreamsAreLeftAlone() async throws {
    let descriptors = [joined.input.first, joined.output.second]
    let before = descriptors.map { fcntl($0, F_GETFL) }
    async let status = joined.run()
    writeBytes("x".utf8, to: joined.server)
    #expect(try await joined.answers(1) == Array("x".utf8))
    #expect(descriptors.map { fcntl($0, F_GETFL) } == before)
    joined.end(status: 0)
    _ = try await status
  }

  @Test func anOutputThatCannotBeWrittenIsNamed() async throws {
    let ends = try DescriptorPair.sockets()
    let streams = try AttachedStreams(ends.first, to: ServerAddress("/x"), input: joined.input.first, output: -1)
    writeBytes("x".utf8, to: ends.second)
    await #expect(throws: LocalSocketError("The output cannot be written: Bad file descriptor.")) {
      try await blocking { try streams.run() }
    }
  }

  @Test func aServerThatCannotBeWaitedForIsNamed() async throws {
    await #expect(processExitsWith: .success) {
      let joined = try Joined()
      let limits = DescriptorLimit.limits
      // The system refuses to wait for more than that. The limit ends before anything else may open a descriptor.
      DescriptorLimit.limits.rlim_cur = 1
      let result = Result { try joined.runBlocking() }
      DescriptorLimit.limits = limits
      #expect(throws: LocalSocketError("The server at /x cannot be waited for: Invalid argument.")) {
        try result.get()
      }
    }
  }
}

/// Writes until nothing has been taken for a while; returns how much was.
private func writeWhatIsTaken(to descriptor: Int32) -> Int {
  _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  let piece = [UInt8](repeating: 1, count: 1 << 16)
  var sent = 0
  while sent < 1 << 23 {
    let count = write(descriptor, piece, piece.count)
    sent += max(0, count)
    var descriptors = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    if count < 0, poll(&descriptors, 1, 200) == 0 { break }
  }
  return sent
}
