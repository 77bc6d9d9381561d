#if os(Linux)
  import CLoop
  import Glibc

  /// The main thread in one `poll` on the input, the output and the main queue's descriptor.
  ///
  /// A message is handled on the thread that read it, with one poll, one read and one write; tasks
  /// of the main actor, `Task.sleep` and `DispatchQueue.main` work as they do anywhere.
  @MainActor
  public final class PollLoop: MainLoop {
    public weak var client: (any MainLoopClient)?
    private let output: Output
    private let input: Input
    private var stop: (status: Int32, patience: Duration)?

    /// A loop over descriptors that it does not close.
    public init(input: Int32, output: Output) {
      self.input = Input(descriptor: input)
      self.output = output
    }

    public var isOutputBlocked: Bool { output.state == .blocked }

    public func send(_ body: (inout [UInt8]) -> Void) {
      output.append(body)
      // What is unread must be noticed while a long input is being handled, too.
      if output.state == .drained, output.count > 1 << 16 { output.flush() }
    }

    /// Nothing to do: every turn ends with a call.
    public func setNeedsTurn() {}

    public func stop(status: Int32, patience: Duration) {
      stop = stop ?? (status, patience)
    }

    public func run() -> Never {
      let signals = TerminationSignals.catchAll()
      let mainQueue = _dispatch_get_main_queue_handle_4CF()
      if output.state == .closed { client?.outputClosed(failure: nil) }
      while stop == nil {
        let ready = wait(mainQueue: mainQueue, signals: signals)
        if ready.output { outputReady() }
        if ready.input { readInput() }
        if ready.mainQueue { drainMainQueue(mainQueue) }
        if ready.signals {
          TerminationSignals.drain(signals)
          client?.terminationRequested()
        }
        if output.state == .closed { client?.outputClosed(failure: output.failure) }
      }
      let wasClosed = output.state == .closed
      output.finish(patience: stop?.patience ?? .zero) { client?.outputDrained() }
      if !wasClosed, let failure = output.failure { client?.outputClosed(failure: failure) }
      exit(output.failure == nil ? stop?.status ?? 0 : 1)
    }

    private struct Ready {
      var input = false
      var output = false
      var mainQueue = false
      var signals = false
    }

    private func wait(mainQueue: Int32, signals: Int32) -> Ready {
      withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 4) { descriptors in
        // poll skips a negative descriptor. Of the output it tells without being asked when the
        // reader is gone.
        let outputEvents = output.state == .blocked ? Int16(POLLOUT) : 0
        descriptors[0] = pollfd(fd: input.hasEnded ? -1 : input.descriptor, events: Int16(POLLIN), revents: 0)
        descriptors[1] = pollfd(fd: output.descriptor, events: outputEvents, revents: 0)
        descriptors[2] = pollfd(fd: mainQueue, events: Int16(POLLIN), revents: 0)
        descriptors[3] = pollfd(fd: signals, events: Int16(POLLIN), revents: 0)
        guard poll(descriptors.baseAddress, 4, -1) > 0 else { return Ready() }
        return Ready(
          input: descriptors[0].revents != 0, output: descriptors[1].revents != 0,
          mainQueue: descriptors[2].revents != 0, signals: descriptors[3].revents != 0)
      }
    }

    private func outputReady() {
      switch output.state {
      case .drained:
        // Ready without being asked means that the reader is gone; a write would say so, but there
        // may be nothing to write.
        output.close()
      case .blocked:
        flush()
      case .closed: break
      }
    }

    private func flush() {
      output.flush { client?.outputDrained() }
    }

    private func readInput() {
      input.deliver(to: client)
      flush()
    }

    private func drainMainQueue(_ descriptor: Int32) {
      var wakeUps: UInt64 = 0
      _ = read(descriptor, &wakeUps, MemoryLayout.size(ofValue: wakeUps))
      _dispatch_main_queue_callback_4CF(nil)
      client?.turnEnded()
      flush()
    }
  }
#endif
