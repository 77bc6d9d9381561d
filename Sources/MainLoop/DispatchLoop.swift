#if !os(Linux)
  import Dispatch
  import SystemSupport

  /// The loop on dispatch sources of the main queue, for the systems without ``PollLoop``.
  ///
  /// Each connection is read once an event, has its input handled in slices of time, and is written to only
  /// while it has room, so that none holds up another. Connections and watches may
  /// come and go at any time, also while the loop runs.
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

    /// A loop that serves nothing yet.
    public convenience init() {
      self.init { Darwin.exit($0) }
    }

    /// - Parameters:
    ///   - client: What reacts to a loop that is not run, because something else runs the main queue.
    ///   - exit: Gets the status when the process is to end.
    init(client: (any MainLoopClient)? = nil, exit: @escaping @MainActor (Int32) -> Void) {
      self.client = client
      self.exit = exit
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
      // A duplicate, since a source may still use its descriptor when the caller closes theirs.
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
      guard endStatus == nil else { return }
      endStatus = status
      needTurn()
    }

    /// Runs the loop on the main thread, until a connection ends that ends the process, or ``end(status:)`` does.
    public func run(_ client: any MainLoopClient) -> Never {
      // A write to a socket that nobody reads must be an error.
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
      let status = agenda.settle { channel in
        channels[ObjectIdentifier(channel)]?.update()
        if channel.isOver { channels[ObjectIdentifier(channel)] = nil }
      }
      if let status = status ?? (channels.isEmpty ? endStatus : nil) { return leave(status) }
      guard let unfinished = agenda.takeUnfinished() else { return }
      // In a task of its own: what the main queue holds already has its turn before.
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
