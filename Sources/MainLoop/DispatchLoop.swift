#if !os(Linux)
  import Dispatch
  import SystemSupport

  /// A loop that uses dispatch sources on the main queue, for systems without ``PollLoop``.
  ///
  /// The loop reads a connection once for each event, handles input in slices of time, and writes without blocking. For
  /// these reasons no connection delays another. Connections and watches can be added and removed at any time.
  @MainActor
  public final class DispatchLoop: TurnScheduler {
    private let buffer = ReadBuffer()
    private let exit: @MainActor (Int32) -> Void
    private lazy var agenda = Agenda { [weak self] in self?.needTurn() }
    private var client: (any MainLoopClient)?
    private var channels: [ObjectIdentifier: ChannelSources] = [:]
    private var watches: [ObjectIdentifier: PausingSource] = [:]
    private var signalSource: PausingSource?
    private var scheduled: [any TurnClient] = []
    private var turnIsScheduled = false
    private var endStatus: Int32?
    private var hasEnded = false

    /// Creates a loop without connections.
    public convenience init() {
      self.init { Darwin.exit($0) }
    }

    /// - Parameters:
    ///   - client: The client of the loop. Pass it only if other code runs the main queue and ``run(_:)`` is not
    ///     called.
    ///   - exit: Called with the exit status when the process should end.
    init(client: (any MainLoopClient)? = nil, exit: @escaping @MainActor (Int32) -> Void) {
      self.client = client
      self.exit = exit
    }

    /// Serves a connection over two descriptors, for example stdin and stdout. When the connection ends, the process
    /// ends.
    ///
    /// Before the connection ends, the loop waits for the reader to read the output that is left, and serves nothing
    /// else meanwhile. The loop does not close the two descriptors.
    ///
    /// - Parameter makeClient: Makes the client of the connection. It is called before this method returns.
    public func serve(input: Int32, output: Output, client makeClient: (any Transport) -> any TransportClient) {
      guard endStatus == nil else { return }
      let input = Input(descriptor: input, buffer: buffer)
      add(Channel(input: input, output: output, owned: nil, agenda: agenda), makeClient)
    }

    /// Serves a connection over one descriptor, for example an accepted socket. The loop closes the descriptor when the
    /// connection ends.
    ///
    /// The end of this connection does not affect the process or other connections. Before the connection ends, the
    /// loop waits for the reader to read the output that is left, but serves the other connections meanwhile. Then the
    /// loop releases the client.
    ///
    ///     loop.watch(listener) {
    ///       let descriptor = accept(listener, nil, nil)
    ///       if descriptor >= 0 { loop.connect(descriptor) { Greeter($0) } }
    ///     }
    ///
    /// - Parameters:
    ///   - descriptor: A socket for reading and writing. The loop owns it from now on.
    ///   - makeClient: Makes the client of the connection. It is called before this method returns.
    public func connect(_ descriptor: Int32, client makeClient: (any Transport) -> any TransportClient) {
      let owned = OwnedDescriptor(descriptor)
      guard endStatus == nil else { return }
      let (input, output) = (Input(descriptor: descriptor, buffer: buffer), Output(descriptor: descriptor))
      add(Channel(input: input, output: output, owned: owned, agenda: agenda), makeClient)
    }

    /// Calls `ready` whenever `descriptor`, for example a listening socket, can be read. The calls stop when the watch
    /// is cancelled.
    ///
    /// As long as there is something to read, `ready` is called again. After each call, the loop calls
    /// ``TurnClient/turnEnded()``.
    @discardableResult
    public func watch(_ descriptor: Int32, ready: @escaping @MainActor () -> Void) -> Watch {
      guard endStatus == nil else { return Watch(ready: ready) { _ in } }
      // A duplicate, because the source may still use its descriptor after the caller has closed the original.
      let duplicate = OwnedDescriptor(fcntl(descriptor, F_DUPFD_CLOEXEC, 0))
      let source = DispatchSource.makeReadSource(fileDescriptor: duplicate.number, queue: .main)
      let watch = Watch(ready: ready) { [weak self] watch in
        self?.watches.removeValue(forKey: ObjectIdentifier(watch))?.end()
      }
      watches[ObjectIdentifier(watch)] = PausingSource(source, descriptor: duplicate) { [weak self] in
        watch.descriptorIsReady()
        self?.needTurn()
        return !watch.isCancelled
      }
      return watch
    }

    public func schedule(_ client: any TurnClient) {
      scheduled.append(client)
      needTurn()
    }

    public func scheduleNextTurn(_ client: any TurnClient) { schedule(client) }

    /// Ends the process with `status` when no connection is left. If there is no connection now, the process ends at
    /// the end of this turn.
    ///
    /// From now on the loop accepts nothing new: it closes a descriptor that is passed to `connect`, never calls a new
    /// watch, and does not serve other streams. Existing connections continue until each of them is ended. The process
    /// also ends when the connection over stdin and stdout ends. Only the first call has an effect.
    ///
    ///     func terminationRequested() {
    ///       for connection in connections { connection.end(status: 0, timeout: .seconds(5)) }
    ///       loop.end(status: 0)
    ///     }
    public func end(status: Int32) {
      guard endStatus == nil else { return }
      endStatus = status
      needTurn()
    }

    /// Runs the loop on the main thread until the process ends. The process ends when the connection over stdin and
    /// stdout ends. After a call of ``end(status:)``, it also ends when no connection is left.
    public func run(_ client: any MainLoopClient) -> Never {
      // A write to a socket without a reader must fail instead of raising a signal.
      signal(SIGPIPE, SIG_IGN)
      self.client = client
      let signals = TerminationSignals.catchAll()
      let source = DispatchSource.makeReadSource(fileDescriptor: signals, queue: .main)
      signalSource = PausingSource(source) { [weak self] in
        TerminationSignals.drain(signals)
        self?.client?.terminationRequested()
        return true
      }
      dispatchMain()
    }

    private func add(_ channel: Channel, _ makeClient: (any Transport) -> any TransportClient) {
      channels[ObjectIdentifier(channel)] = ChannelSources(channel)
      channel.start(makeClient)
    }

    private func needTurn() {
      guard !turnIsScheduled else { return }
      turnIsScheduled = true
      Task {
        self.turnIsScheduled = false
        self.endTurn()
      }
    }

    private func endTurn() {
      guard !hasEnded else { return }
      let clients = scheduled
      scheduled.removeAll()
      for client in clients { client.turnEnded() }
      client?.turnEnded()
      let status = agenda.updateChannels { channel in
        channels[ObjectIdentifier(channel)]?.update()
        if channel.isOver { channels[ObjectIdentifier(channel)] = nil }
      }
      if let status = status ?? (channels.isEmpty ? endStatus : nil) { return leave(status) }
      guard let unfinished = agenda.takeUnfinished() else { return }
      // Continues in a new task, so that work which is already in the main queue runs first.
      Task {
        unfinished.continueInput()
        self.needTurn()
      }
    }

    private func leave(_ status: Int32) {
      hasEnded = true
      for sources in channels.values { sources.end() }
      for source in watches.values { source.end() }
      signalSource?.end()
      (channels, watches, signalSource) = ([:], [:], nil)
      exit(status)
    }
  }
#endif
