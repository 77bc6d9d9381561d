import Foundation
import Testing

/// A server for one test, which may damage it. It ends with this object, and with the process of the tests.
final class OwnCluster {
  let url: String
  let socketURL: String
  let folder: URL
  private let process = Process()
  // The server shuts down at the end of its standard input.
  private let input = Pipe()

  static func start() async throws -> sending OwnCluster {
    try await withCheckedThrowingContinuation { continuation in
      // It blocks for seconds, so it does not run on a thread that all tests share.
      Thread.detachNewThread { continuation.resume(with: Result { try OwnCluster() }) }
    }
  }

  private init() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let output = Pipe()
    process.executableURL = tests.appending(path: "Server/postgres/cluster")
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var line = Data()
    while line.last != UInt8(ascii: "\n") {
      let piece = output.fileHandleForReading.availableData
      try #require(!piece.isEmpty, "The server has not started.")
      line += piece
    }
    struct Addresses: Decodable {
      let url, socketUrl, folder: String
    }
    let addresses = try JSONDecoder().decode(Addresses.self, from: line)
    (url, socketURL, folder) = (addresses.url, addresses.socketUrl, URL(filePath: addresses.folder))
  }

  // Does not wait for the exit: `waitUntilExit` would block one of the few threads that all tests share.
  deinit { try? input.fileHandleForWriting.close() }
}
