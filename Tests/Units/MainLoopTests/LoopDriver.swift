import Dispatch
import Testing

@testable import MainLoop

/// A loop that goes on while a test waits for something.
@MainActor
final class LoopDriver {
  let client = RecordingLoopClient()
  let loop: any ProcessLoop
  /// The status with which the process would have ended.
  private(set) var status: Int32?

  init() {
    guard LoopKind.tested.first == .dispatch else {
      loop = PollLoop(client: client)
      return
    }
    var end: ((Int32) -> Void)?
    loop = DispatchLoop(client: client) { end?($0) }
    end = { [weak self] in self?.status = $0 }
  }

  /// Serves a connection over a socket pair whose other end is the test's.
  func connect(_ sockets: SocketPair) throws -> RecordingClient { try connect(sockets.handOver()) }

  /// Serves a connection over a descriptor that the loop closes.
  func connect(_ descriptor: Int32) throws -> RecordingClient {
    var made: RecordingClient?
    loop.connect(descriptor) { transport in
      let client = RecordingClient(transport)
      made = client
      return client
    }
    return try #require(made)
  }

  /// Handles what is ready now, and runs what the main queue holds.
  func turn() async {
    // The first step writes what is due, the next what that and its events have caused.
    for _ in 1...3 { step(milliseconds: 0) }
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
  }

  /// Goes on until something has come true; false if the test's time is over before.
  func until(_ condition: () -> Bool) async -> Bool {
    while !condition() {
      guard !Task.isCancelled else { return false }
      // Another thread may have to go on, too.
      if loop is DispatchLoop { try? await Task.sleep(for: .milliseconds(1)) }
      step(milliseconds: 5)
      await turn()
    }
    return true
  }

  /// Goes on until something that another thread does has been done.
  func whileRunning<Result>(_ body: @escaping @MainActor () async -> Result) async throws -> Result {
    var result: Result?
    Task { result = await body() }
    _ = await until { result != nil }
    return try #require(result)
  }

  /// Takes one step of a ``PollLoop``, which sleeps no longer than this; a dispatch loop needs none. Returns the status
  /// when the process would have ended.
  @discardableResult
  func step(milliseconds: Int32) -> Int32? {
    if status == nil, let loop = loop as? PollLoop { status = loop.step(milliseconds: milliseconds) }
    return status
  }
}
