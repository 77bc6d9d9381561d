import Foundation
import Testing

@testable import MainLoop

@MainActor @Suite(.timeLimit(.minutes(1)))
struct ProcessEndTests {
  private let driver = LoopDriver()

  @Test func anEndIsReportedToAllWatches() async throws {
    let process = try Sleeper()
    var ended: [Int] = []
    let watches = (0..<3).map { number in ProcessEnd.watch(process.number) { ended.append(number) } }
    #expect(watches.allSatisfy { $0 != nil })
    await driver.turn()
    #expect(ended.isEmpty)
    process.end()
    #expect(await driver.until { ended.count == 3 })
    #expect(ended.sorted() == [0, 1, 2])
    for watch in watches { watch?.cancel() }
    #expect(ended.count == 3)
  }

  @Test func aCancelledWatchIsNotCalled() async throws {
    let process = try Sleeper()
    var ended: [String] = []
    let cancelled = ProcessEnd.watch(process.number) { ended.append("cancelled") }
    // The first of these two to report cancels the second.
    var two: Watch?
    let one = ProcessEnd.watch(process.number) {
      ended.append("one of two")
      two?.cancel()
    }
    two = ProcessEnd.watch(process.number) {
      ended.append("one of two")
      one?.cancel()
    }
    _ = ProcessEnd.watch(process.number) { ended.append("other") }
    cancelled?.cancel()
    cancelled?.cancel()
    process.end()
    #expect(await driver.until { ended.count == 2 })
    #if os(Linux)
      // A source whose descriptor is closed adds no further task.
      #expect(await driver.until { (try? descriptors(of: process)) == 0 })
    #endif
    await driver.turn()
    #expect(ended.sorted() == ["one of two", "other"])
  }

  @Test func aProcessCanBeWatchedAgain() async throws {
    let process = try Sleeper()
    var ended: [String] = []
    ProcessEnd.watch(process.number) { ended.append("cancelled") }?.cancel()
    _ = ProcessEnd.watch(process.number) { ended.append("watching") }
    process.end()
    #expect(await driver.until { !ended.isEmpty })
    #expect(ended == ["watching"])
  }

  @Test func aProcessThatIsNotThereHasEndedNow() throws {
    let process = try Sleeper()
    process.end()
    var count = 0
    let watch = try #require(ProcessEnd.watch(process.number) { count += 1 })
    #expect(count == 1)
    watch.cancel()
    #expect(count == 1)
  }

  @Test func theReportMayWatchAgain() async throws {
    let process = try Sleeper()
    var count = 0
    _ = ProcessEnd.watch(process.number) {
      _ = ProcessEnd.watch(process.number) { count += 1 }
    }
    process.end()
    #expect(await driver.until { count == 1 })
  }

  #if os(Linux)
    @Test func aCancellationClosesTheDescriptor() async throws {
      let process = try Sleeper()
      let watch = try #require(ProcessEnd.watch(process.number) {})
      #expect(try descriptors(of: process) == 1)
      watch.cancel()
      #expect(await driver.until { (try? descriptors(of: process)) == 0 })
    }

    @Test func anEndClosesTheDescriptor() async throws {
      let process = try Sleeper()
      var hasEnded = false
      _ = ProcessEnd.watch(process.number) { hasEnded = true }
      #expect(try descriptors(of: process) == 1)
      process.kill()
      #expect(await driver.until { hasEnded && (try? descriptors(of: process)) == 0 })
    }

    @Test func noProcessCostsAThread() async throws {
      // In a process of its own, where no other test has threads.
      await #expect(processExitsWith: .success) {
        try await MainActor.run {
          let processes = try (0..<20).map { _ in try Sleeper() }
          _ = ProcessEnd.watch(processes[0].number) {}
          let before = try threadCount()
          for process in processes { _ = ProcessEnd.watch(process.number) {} }
          // The system may have had one or two to start for the first.
          #expect(try threadCount() < before + 10)
        }
      }
    }
  #endif
}

#if os(Linux)
  /// How many descriptors of this process stand for another.
  private func descriptors(of process: Sleeper) throws -> Int {
    let folder = "/proc/self/fdinfo"
    return try FileManager.default.contentsOfDirectory(atPath: folder).count { name in
      // One that another test has closed meanwhile is none.
      let text = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      return text?.contains("\nPid:\t\(process.number)\n") ?? false
    }
  }

  private func threadCount() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
  }
#endif
