import Dispatch
import MainLoop

/// A dispatch loop between two pipes.
@MainActor
final class LoopFixture {
  let input: Pipe
  let output: Pipe
  let client = RecordingClient()
  /// What the loop has not written yet.
  let unsent: Output
  let loop: DispatchLoop
  private(set) var statuses: [Int32] = []

  // libdispatch forgets a descriptor later than the loop does: its number must not come again.
  private static var pipes: [Pipe] = []

  init() throws {
    input = try Pipe()
    output = try Pipe()
    LoopFixture.pipes += [input, output]
    var end: ((Int32) -> Void)?
    unsent = Output(descriptor: output.writeEnd)
    loop = DispatchLoop(input: input.readEnd, output: unsent) { end?($0) }
    end = { [weak self] status in self?.statuses.append(status) }
    loop.client = client
    loop.start()
  }

  isolated deinit {
    loop.stop(status: 0, patience: .zero)
  }

  func send(_ text: some Sequence<UInt8>) {
    loop.send { $0.append(contentsOf: text) }
  }

  /// Returns when the main queue has run all that it holds now.
  func turn() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
  }
}

/// More than any pipe holds, and no two pieces alike.
let manyBytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 ^ ($0 >> 8)) }
