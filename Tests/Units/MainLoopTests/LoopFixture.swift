import Testing

@testable import MainLoop

/// A loop that serves two pipes as if they were stdin and stdout.
@MainActor
final class LoopFixture {
  let input: Pipe
  let output: Pipe
  /// The output that the loop has not written yet.
  let unsent: Output
  let client: RecordingClient
  let driver = LoopDriver()

  // A dispatch source lets go of its descriptor later than the test: the number must not come again.
  private static var pipes: [Pipe] = []

  init() throws {
    input = try Pipe()
    output = try Pipe()
    LoopFixture.pipes += [input, output]
    unsent = Output(descriptor: output.writeEnd)
    var made: RecordingClient?
    driver.loop.serve(input: input.readEnd, output: unsent, owned: nil) { transport in
      let client = RecordingClient(transport)
      made = client
      return client
    }
    client = try #require(made)
  }

  func turn() async { await driver.turn() }

  func send(_ text: some Sequence<UInt8>) { client.send(text) }

  /// Waits until an event has come.
  func wait(for event: RecordingClient.Event) async -> Bool {
    await driver.until { client.events.contains(event) }
  }

  /// Waits until all of a text has come, in however many pieces.
  func waitForText(_ text: String) async -> Bool {
    await driver.until { client.text == text }
  }

  /// Reads this many bytes of the output while the loop goes on.
  func take(_ count: Int) async throws -> [UInt8] {
    let output = output
    return try await driver.whileRunning { await output.take(count) }
  }
}

/// More than any pipe holds, and no two pieces alike.
let manyBytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 ^ ($0 >> 8)) }
