import MainLoop

/// Remembers what a loop reports, for a test to wait for.
@MainActor
final class RecordingClient: MainLoopClient {
  enum Event: Equatable {
    case received(String)
    case inputEnded, turnEnded, outputDrained, outputClosed, terminationRequested
  }

  /// All events so far.
  private(set) var events: [Event] = []
  /// What to do besides when an event comes.
  var reaction: ((Event) -> Void)?

  private let stream: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  /// Waits until an event comes that has not been waited for yet; false if the test is cancelled.
  @discardableResult
  func wait(for wanted: Event) async -> Bool {
    for await event in stream where event == wanted { return true }
    return false
  }

  /// Waits until text has come, in however many pieces.
  func waitForText(_ wanted: String) async -> Bool {
    var text = ""
    for await case .received(let piece) in stream {
      text += piece
      if text == wanted { return true }
    }
    return false
  }

  func received(_ bytes: UnsafeRawBufferPointer) { note(.received(String(decoding: bytes, as: UTF8.self))) }
  func inputEnded() { note(.inputEnded) }
  func turnEnded() { note(.turnEnded) }
  func outputDrained() { note(.outputDrained) }
  func outputClosed(failure: Int32?) { note(.outputClosed) }
  func terminationRequested() { note(.terminationRequested) }

  private func note(_ event: Event) {
    events.append(event)
    reaction?(event)
    continuation.yield(event)
  }
}
