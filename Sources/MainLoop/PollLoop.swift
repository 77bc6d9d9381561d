#if os(Linux)
  import CLoop
  import SystemSupport

  /// The main thread in one `epoll_wait` on every connection, every watch and the main queue's descriptor.
  ///
  /// A message is handled on the thread that read it, with one wait, one read and one write, and those that
  /// are idle cost nothing, however many; tasks of the main actor, `Task.sleep` and `DispatchQueue.main` work
  /// as they do anywhere. Each connection is read once a turn at most, has its input handled in slices of time, and is
  /// written to only while it has room, so that none holds up another.
  ///
  /// Connections and watches may come and go at any time, also while the loop runs.
  @MainActor
  public final class PollLoop: TurnScheduler {
    private let agenda = Agenda()
    private let buffer = ReadBuffer()
    private let table = EpollTable()
    private var client: (any MainLoopClient)?
    private var connectionCount = 0
    private var endStatus: Int32?
    private var mainQueue: Int32 = -1
    private var signals: Int32 = -1

    /// A loop that serves nothing yet.
    public convenience init() {
      self.init(client: nil)
    }

    /// - Parameter client: What reacts to a loop that is not run but goes step by step.
    init(client: (any MainLoopClient)?) {
      self.client = client
    }

    /// Serves a connection over two descriptors such as stdin and stdout, whose end is that of the process.
    ///
    /// The descriptors are not closed, and the output's flags are put back at the end. While the end waits
    /// for the reader nothing else is served any more.
    ///
    /// - Parameter makeClient: Makes what reacts to the connection, at once.
    public func serve(input: Int32, output: Output, client makeClient: (any Transport) -> any TransportClient) {
      guard endStatus == nil else { return }
      let input = Input(descriptor: input, buffer: buffer)
      add(Channel(input: input, output: output, owned: nil, agenda: agenda), makeClient)
    }

    /// Serves a connection of its own, such as an accepted socket, which is closed when the connection ends.
    ///
    /// The end leaves the process and all other connections alone: they are served while it waits for
    /// the reader. Then the loop releases the client.
    ///
    ///     loop.watch(listener) {
    ///       let descriptor = accept(listener, nil, nil)
    ///       if descriptor >= 0 { loop.connect(descriptor) { Greeter($0) } }
    ///     }
    ///
    /// - Parameters:
    ///   - descriptor: A socket to read and to write. From now on the loop owns it.
    ///   - makeClient: Makes what reacts to the connection, at once.
    public func connect(_ descriptor: Int32, client makeClient: (any Transport) -> any TransportClient) {
      let owned = OwnedDescriptor(descriptor)
      guard endStatus == nil else { return }
      let (input, output) = (Input(descriptor: descriptor, buffer: buffer), Output(descriptor: descriptor))
      add(Channel(input: input, output: output, owned: owned, agenda: agenda), makeClient)
    }

    /// Calls `ready` whenever the descriptor can be read (a listening socket, for example), until cancelled.
    ///
    /// It is called again until what is there was taken, and ``TurnClient/turnEnded()`` after each call.
    @discardableResult
    public func watch(_ descriptor: Int32, ready: @escaping @MainActor () -> Void) -> Watch {
      guard endStatus == nil else { return Watch(ready: ready) { _ in } }
      // A duplicate, since the number of the caller's may come again before the next wait.
      let duplicate = OwnedDescriptor(fcntl(descriptor, F_DUPFD_CLOEXEC, 0))
      let number = duplicate.number
      let watch = Watch(ready: ready) { [weak table] _ in table?.cancel(number) }
      table.add(watch, descriptor: duplicate)
      return watch
    }

    /// Does nothing: a turn of this loop ends with ``TurnClient/turnEnded()``, or it was one that a
    /// ``TransportClient`` ends itself.
    public func schedule(_ client: any TurnClient) {}

    /// Exits the process with this status as soon as no connection is left, which may be at the end of this turn.
    ///
    /// From now on the loop takes on nothing new: a descriptor to connect is closed, a further watch is never
    /// ready, and nothing more is served. The connections that there are go on until they are ended, one by one;
    /// that of stdin and stdout ends the process as ever. The first call decides; further ones do nothing.
    ///
    ///     func terminationRequested() {
    ///       for connection in connections { connection.end(status: 0, timeout: .seconds(5)) }
    ///       loop.end(status: 0)
    ///     }
    public func end(status: Int32) {
      endStatus = endStatus ?? status
    }

    /// Runs the loop on the main thread, until a connection ends that ends the process, or ``end(status:)`` does.
    public func run(_ client: any MainLoopClient) -> Never {
      // A write to a socket that nobody reads must be an error.
      signal(SIGPIPE, SIG_IGN)
      self.client = client
      signals = TerminationSignals.catchAll()
      mainQueue = _dispatch_get_main_queue_handle_4CF()
      table.add(mainQueue: mainQueue, signals: signals)
      while true {
        if let status = step() { exit(status) }
      }
    }

    /// Writes what is due, then sleeps until something is ready, and handles that. While a connection has input left it
    /// does not sleep, and gives one a slice of time after what is ready.
    ///
    /// - Parameter milliseconds: How long to sleep at most; for ever if it is negative.
    /// - Returns: What the process is to exit with, when it is to end.
    func step(milliseconds: Int32 = -1) -> Int32? {
      if let status = agenda.settle(changed: update) { return status }
      if let endStatus, connectionCount == 0 { return endStatus }
      // Taken before: what is ready has its turn between two slices of one connection.
      let unfinished = agenda.takeUnfinished()
      table.wait(milliseconds: unfinished == nil ? milliseconds : 0) { handle($0) }
      unfinished?.continueInput()
      return nil
    }

    private func add(_ channel: Channel, _ makeClient: (any Transport) -> any TransportClient) {
      connectionCount += 1
      table.add(channel)
      channel.start(makeClient)
    }

    /// Watches what a channel wants to have watched now.
    private func update(_ channel: Channel) {
      if let failure = table.update(channel) { channel.cannotBeWatched(failure) }
      if channel.isOver { connectionCount -= 1 }
    }

    private func handle(_ target: EpollTable.Target) {
      switch target {
      case .output(let channel, let isGone): channel.outputReady(isGone: isGone)
      case .input(let channel): channel.inputReady()
      case .watch(let watch) where !watch.isCancelled:
        watch.descriptorIsReady()
        client?.turnEnded()
      case .watch: break
      case .mainQueue: drainMainQueue()
      case .signals:
        TerminationSignals.drain(signals)
        client?.terminationRequested()
      }
    }

    private func drainMainQueue() {
      var wakeUps: UInt64 = 0
      _ = read(mainQueue, &wakeUps, MemoryLayout.size(ofValue: wakeUps))
      _dispatch_main_queue_callback_4CF(nil)
      client?.turnEnded()
    }
  }
#endif
