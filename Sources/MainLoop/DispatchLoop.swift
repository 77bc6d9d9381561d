import Dispatch

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The loop on dispatch sources of the main queue, for every system that has libdispatch.
@MainActor
public final class DispatchLoop: MainLoop {
  public weak var client: (any MainLoopClient)?
  private let output: Output
  private let input: Input
  private let end: (@MainActor (Int32) -> Void)?
  private var inputSource: PausingSource?
  private var outputSource: PausingSource?
  private var signalSource: PausingSource?
  private var turnIsScheduled = false
  private var hasStopped = false

  /// A loop over descriptors that it does not close.
  ///
  /// - Parameter end: Gets the status when the loop stops; without it the process ends.
  public init(input: Int32, output: Output, end: (@MainActor (Int32) -> Void)? = nil) {
    self.input = Input(descriptor: input)
    self.output = output
    self.end = end
  }

  /// Begins to watch the descriptors; the caller sees to it that the main queue is run.
  public func start() {
    let source = DispatchSource.makeReadSource(fileDescriptor: input.descriptor, queue: .main)
    inputSource = PausingSource(source) { [weak self] in self?.inputReady() }
  }

  /// Ends the watching, without the process.
  public func cancel() {
    inputSource?.end()
    outputSource?.end()
    (inputSource, outputSource) = (nil, nil)
  }

  public func run() -> Never {
    let signals = TerminationSignals.catchAll()
    let source = DispatchSource.makeReadSource(fileDescriptor: signals, queue: .main)
    signalSource = PausingSource(source) { [weak self] in
      TerminationSignals.drain(signals)
      self?.signalSource?.goOn()
      self?.client?.terminationRequested()
      self?.flush()
    }
    start()
    if output.state == .closed { client?.outputClosed(failure: nil) }
    dispatchMain()
  }

  public var isOutputBlocked: Bool { output.state == .blocked }

  public func send(_ body: (inout [UInt8]) -> Void) {
    output.append(body)
    // What is unread must be noticed while a long input is being handled, too.
    if output.state == .drained, output.count > 1 << 16 { output.flush() }
    setNeedsTurn()
  }

  public func setNeedsTurn() {
    guard !turnIsScheduled else { return }
    turnIsScheduled = true
    Task {
      self.turnIsScheduled = false
      self.client?.turnEnded()
      self.flush()
    }
  }

  public func stop(status: Int32, patience: Duration) {
    guard !hasStopped else { return }
    hasStopped = true
    let wasClosed = output.state == .closed
    output.finish(patience: patience) { client?.outputDrained() }
    if !wasClosed, let failure = output.failure { client?.outputClosed(failure: failure) }
    let status = output.failure == nil ? status : 1
    guard let end else { exit(status) }
    cancel()
    end(status)
  }

  private func inputReady() {
    // An event may come for what was read already, when a read would block. Where libdispatch waits
    // by epoll, a hang-up is the source's last event, though bytes may be left.
    if inputSource != nil, isInputReady(for: POLLIN) {
      repeat { readInput() } while inputSource != nil && !input.hasEnded && isInputReady(for: 0)
    }
    // At its end the source stays paused: libdispatch may touch one that is cancelled while the
    // hang-up is being told.
    if !input.hasEnded { inputSource?.goOn() }
  }

  /// Whether one of the events, or a hang-up, waits at the input.
  private func isInputReady(for events: Int32) -> Bool {
    var descriptors = pollfd(fd: input.descriptor, events: Int16(events), revents: 0)
    return poll(&descriptors, 1, 0) > 0
  }

  private func readInput() {
    input.deliver(to: client)
    flush()
  }

  private func flush() {
    // After the stop the descriptor blocks again.
    guard !hasStopped else { return }
    output.flush { client?.outputDrained() }
    switch output.state {
    case .closed: client?.outputClosed(failure: output.failure)
    case .blocked: watchOutput()
    // The source is kept, and sleeps after its next event.
    case .drained: break
    }
  }

  private func watchOutput() {
    guard outputSource == nil else {
      outputSource?.goOn()
      return
    }
    let source = DispatchSource.makeWriteSource(fileDescriptor: output.descriptor, queue: .main)
    outputSource = PausingSource(source) { [weak self] in self?.flush() }
  }
}
