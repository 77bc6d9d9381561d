import MainLoop

/// Remembers what a loop reports of one connection.
@MainActor
final class RecordingClient: TransportClient {
  enum Event: Equatable {
    case received(String)
    case inputContinued, inputEnded, outputDrained
    case outputClosed(failure: Int32?)
  }

  let transport: any Transport
  /// All events so far.
  private(set) var events: [Event] = []
  /// The progress that is reported to the loop.
  var inputProgress = InputProgress.done
  /// Called for each event.
  var reaction: ((Event) -> Void)?

  init(_ transport: any Transport) {
    self.transport = transport
  }

  /// The text that was received so far.
  var text: String {
    events.reduce(into: "") { text, event in
      if case .received(let piece) = event { text += piece }
    }
  }

  func send(_ bytes: some Sequence<UInt8>) {
    transport.send { $0.append(contentsOf: bytes) }
  }

  func received(_ bytes: UnsafeRawBufferPointer) { record(.received(String(decoding: bytes, as: UTF8.self))) }
  func continueInput() { record(.inputContinued) }
  func inputEnded() { record(.inputEnded) }
  func outputDrained() { record(.outputDrained) }
  func outputClosed(failure: Int32?) { record(.outputClosed(failure: failure)) }

  private func record(_ event: Event) {
    events.append(event)
    reaction?(event)
  }
}

/// Remembers what a loop reports of itself.
@MainActor
final class RecordingLoopClient: MainLoopClient {
  private(set) var turnCount = 0
  private(set) var terminationCount = 0
  /// Called when a turn ends.
  var reaction: (() -> Void)?

  func turnEnded() {
    turnCount += 1
    reaction?()
  }

  func terminationRequested() { terminationCount += 1 }
}
