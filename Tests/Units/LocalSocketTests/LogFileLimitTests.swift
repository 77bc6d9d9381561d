import Foundation
import SystemSupport
import TestSupport
import Testing

@testable import LocalSocket

struct LogFileLimitTests {
  private let temporary: TemporaryDirectory
  private let path: String

  init() throws {
    temporary = try TemporaryDirectory()
    path = temporary.path(of: "work.log")
  }

  @Test func aLargeFileIsShortenedToItsLastLines() throws {
    let file = try #require(try OwnFile.open(path, .readWrite, options: [.create, .append]))
    let limit = try #require(LogFileLimit(file.file, isLogAt: path))
    let lines = (0..<200_000).map { "\($0)\n" }.joined()
    writeBytes(lines.utf8, to: file.number)
    limit.apply()
    let kept = try temporary.read("work.log")
    #expect(kept.hasPrefix("Earlier lines were dropped.\n"))
    #expect(lines.hasSuffix("\n" + kept.dropFirst("Earlier lines were dropped.\n".count)))
    #expect(kept.utf8.count > LogFileLimit.keptSize && kept.utf8.count < LogFileLimit.keptSize + 100)
    writeBytes("next\n".utf8, to: file.number)
    limit.apply()
    #expect(try temporary.read("work.log") == kept + "next\n")
  }

  @Test func aFileThatIsNotTheLogOrNotAppendedToIsLeftAlone() throws {
    let log = try #require(try OwnFile.open(path, .readWrite, options: .create))
    #expect(LogFileLimit(log.file, isLogAt: path) == nil)
    let other = try #require(
      try OwnFile.open(temporary.path(of: "other"), .readWrite, options: [.create, .append]))
    #expect(LogFileLimit(other.file, isLogAt: path) == nil)
    #expect(LogFileLimit(other.file, isLogAt: temporary.path(of: "missing")) == nil)
  }
}
