import Foundation
import SVVSPersistence
import Testing

@testable import SVVSPostgres

@Suite(.timeLimit(.minutes(1)))
struct NotificationTests {
  private let listener: Connection
  private let notifier: Connection
  private let channel = "test_\(UUID().uuidString.prefix(8).lowercased())"
  private let wakeup = Pipe()

  init() throws {
    (listener, notifier) = (try TestServer.connect(), try TestServer.connect())
    try listener.script("LISTEN \(channel)", until: .soon)
  }

  private func wait(_ duration: Duration?) throws -> Connection.Wakeup {
    try listener.wait(for: duration, orWake: wakeup.fileHandleForReading.fileDescriptor)
  }

  @Test func aNotificationEndsTheWait() throws {
    try notifier.script("NOTIFY \(channel)", until: .soon)
    #expect(try wait(.seconds(20)) == .notified)
    #expect(try listener.notifications() == 1)
    #expect(try listener.notifications() == 0)
    #expect(try wait(.zero) == .timedOut)
  }

  @Test func aNotificationWithAResultEndsTheWaitToo() throws {
    try notifier.script("NOTIFY \(channel); NOTIFY \(channel), 'other'", until: .soon)
    // The server sends them before it is ready again.
    try listener.script("SELECT 1", until: .soon)
    #expect(try wait(nil) == .notified)
    #expect(try listener.notifications() == 2)
  }

  @Test func aDescriptorEndsTheWait() throws {
    try wakeup.fileHandleForWriting.write(contentsOf: [1])
    #expect(try wait(nil) == .woken)
  }

  @Test func timeEndsTheWait() throws {
    let begun = ContinuousClock.now
    #expect(try wait(.milliseconds(50)) == .timedOut)
    #expect(.now - begun >= .milliseconds(50))
  }

  @Test func aNoticeOfTheServerDoesNotEndIt() throws {
    try listener.script("DO $$ BEGIN RAISE WARNING 'ignored'; END $$", until: .soon)
    #expect(try wait(.milliseconds(10)) == .timedOut)
  }
}
