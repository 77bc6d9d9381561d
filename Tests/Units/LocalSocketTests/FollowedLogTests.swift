import Foundation
import SystemSupport
import TestSupport
import Testing

@testable import LocalSocket

#if os(Linux)
  @Suite(.timeLimit(.minutes(1)))
  struct FollowedLogTests {
    private let temporary: TemporaryDirectory
    private let address: ServerAddress

    init() throws {
      temporary = try TemporaryDirectory()
      address = try temporary.address()
    }

    /// Follows the log from now on.
    private func follow() throws -> AsyncStream<String>.Iterator {
      let (lines, continuation) = AsyncStream.makeStream(of: String.self)
      try FollowedLog.start(ServerLog(of: address)) { continuation.yield($0) }
      return lines.makeAsyncIterator()
    }

    private func append(_ text: String) throws {
      let file = try FileDescriptor.open(
        address.logPath, .writeOnly, options: [.append, .create], permissions: .ownerReadWrite)
      try file.closeAfter { _ = try file.writeAll(text.utf8) }
    }

    @Test func newLinesArePassedOnWhenTheyAreComplete() async throws {
      try append("before\n")
      var lines = try follow()
      try append("one\ntwo \u{1B}[31m")
      #expect(await lines.next() == "one")
      try append("red\n\nthree\n")
      #expect(await lines.next() == "two \\u{1B}[31mred")
      #expect(await lines.next() == "")
      #expect(await lines.next() == "three")
    }

    @Test func aFileThatDoesNotExistYetIsFollowed() async throws {
      var lines = try follow()
      try append("one\n")
      #expect(await lines.next() == "one")
    }

    @Test func aFileThatReplacesTheLogIsFollowedFromItsBeginning() async throws {
      var lines = try follow()
      try append("one\n")
      #expect(await lines.next() == "one")
      unlink(address.logPath)
      try append("two\n")
      #expect(await lines.next() == "two")
      rename(address.logPath, temporary.path(of: "old"))
      try append("three\n")
      #expect(await lines.next() == "three")
    }

    @Test func linesThatAreKeptWhenTheLogIsShortenedAreNotRepeated() async throws {
      var lines = try follow()
      try append("one\n")
      #expect(await lines.next() == "one")
      let file = OwnedDescriptor(try FileDescriptor.open(address.logPath, .readWrite, options: .append))
      let limit = try #require(LogFileLimit(file.file, isLogAt: address.logPath))
      let long = String(repeating: "x", count: 1000)
      try append(String(repeating: "\(long)\n", count: 1100))
      for _ in 0..<1100 { #expect(await lines.next() == long) }
      limit.apply()
      try append("two\n")
      #expect(await lines.next() == "two")
    }

    @Test func linesThatAreKeptAreNotRepeatedWhileTheyAreWritten() async throws {
      var lines = try follow()
      let old = (0..<2000).map { "old \($0)\n" }
      try append(old.joined())
      for number in 0..<2000 { #expect(await lines.next() == "old \(number)") }
      let file = OwnedDescriptor(try FileDescriptor.open(address.logPath, .readWrite, options: .append))
      try file.file.resize(to: 0)
      try append(String(decoding: LogFileLimit.note, as: UTF8.self) + "\n")
      for line in old[1000...] { try append(line) }
      try append("new\n")
      #expect(await lines.next() == "new")
    }

    @Test func aLineWithoutAnEndIsPassedOnInParts() async throws {
      var lines = try follow()
      try append(String(repeating: "x", count: 100_000))
      try append("\n")
      var count = 0
      while count < 100_000 { count += try #require(await lines.next()).count }
      #expect(count == 100_000)
    }
  }
#endif
