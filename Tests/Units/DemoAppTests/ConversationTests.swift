import DemoApp
import DemoFixtures
import Foundation
import JSON
import SVVSTesting
import TestSupport
import Testing

/// Replays the transcripts of `schemas/conversations` in process.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct ConversationTests {
  private nonisolated static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent()
    .appending(path: "schemas/conversations")

  nonisolated static let names: [String] = {
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix(".conversation") }.sorted()
  }()

  @Test func thereAreConversations() {
    #expect(Self.names.count > 5)
  }

  @Test(arguments: names)
  func replay(name: String) async throws {
    let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    let language: Language = lines[0].contains("--language en") ? .english : .japanese
    let client = TestClient(FixtureApp(backend: .embedded(), language: language))
    var status: Int32 = 0
    for line in lines.dropFirst() {
      let content = String(line.dropFirst(2))
      switch line.prefix(2) {
      case "> ": client.send(content)
      case "< ":
        let received = try await client.nextLine()
        #expect(try JSONValue(parsing: received) == JSONValue(parsing: content), "received \(received)")
      default: status = Int32(content) ?? -1
      }
    }
    client.endInput()
    try await yield(while: client.status == nil)
    #expect(client.unreadLines == [])
    #expect(client.status == status)
  }
}
