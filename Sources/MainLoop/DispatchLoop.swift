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
  private let input: Int32
  private let end: (@MainActor (Int32) -> Void)?
  private var inputSource: (any DispatchSourceRead)?
  private var outputSource: (any DispatchSourceWrite)?
  private var signalSource: (any DispatchSourceRead)?
  private var turnIsScheduled = false
  private var hasStopped = false

  /// A loop over descriptors that it does not close.
  ///
  /// - Parameter end: Gets the status when the loop stops; without it the process ends.
  public init(input: Int32, output: Output, end: (@MainActor (Int32) -> Void)? = nil) {
    self.input = input
    self.output = output
    self.end = end
  }

  /// Begins to watch the descriptors; the caller sees to it that the main queue is run.
  public func start() {
    let source = DispatchSource.makeReadSource(fileDescriptor: input, queue: .main)
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.inputReady() } }
    source.activate()
    inputSource = source
  }

  /// Ends the watching, without the process.
  public func cancel() {
    inputSource?.cancel()
    outputSource?.cancel()
    (inputSource, outputSource) = (nil, nil)
  }

  public func run() -> Never {
    let signals = TerminationSignals.catchAll()
    let source = DispatchSource.makeReadSource(fileDescriptor: signals, queue: .main)
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        TerminationSignals.drain(signals)
        self?.client?.terminationRequested()
        self?.flush()
      }
    }
    source.activate()
    signalSource = source
    start()
    dispatchMain()
  }

  public var isOutputBlocked: Bool { output.state == .blocked }

  public var unsentByteCount: Int { output.count }

  public func send(_ body: (inout [UInt8]) -> Void) {
    output.append(body)
    setNeedsTurn()
  }

  public func setNeedsTurn() {
    guard !turnIsScheduled else { return }
    turnIsScheduled = true
    DispatchQueue.main.async {
      MainActor.assumeIsolated {
        self.turnIsScheduled = false
        self.client?.turnEnded()
        self.flush()
      }
    }
  }

  public func stop(status: Int32, patience: Duration) {
    cancel()
    output.finish(patience: patience)
    hasStopped = true
    if let end { end(status) } else { exit(status) }
  }

  private func inputReady() {
    // Where libdispatch waits by epoll, a hang-up is the source's last event, though bytes may be left.
    repeat { readInput() } while inputSource != nil && inputIsHungUp
  }

  private var inputIsHungUp: Bool {
    var descriptors = pollfd(fd: input, events: 0, revents: 0)
    return poll(&descriptors, 1, 0) > 0
  }

  private func readInput() {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = bytes.withUnsafeMutableBytes { read(input, $0.baseAddress, $0.count) }
    if count > 0 {
      bytes.withUnsafeBytes { client?.received(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
      inputSource?.cancel()
      inputSource = nil
      client?.inputEnded()
    }
    flush()
  }

  private func flush() {
    output.flush { client?.outputDrained() }
    switch output.state {
    case .closed: client?.outputClosed()
    case .blocked: watchOutput()
    case .drained:
      outputSource?.cancel()
      outputSource = nil
    }
  }

  private func watchOutput() {
    guard outputSource == nil else { return }
    let source = DispatchSource.makeWriteSource(fileDescriptor: output.descriptor, queue: .main)
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.flush() } }
    source.activate()
    outputSource = source
  }
}
