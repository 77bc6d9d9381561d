import CCrash
import Dispatch
import SystemSupport

/// A loop that uses dispatch sources on the main queue, for systems without `epoll`.
///
/// The loop reads a connection once for each event, handles input in slices of time, and writes without blocking. For
/// these reasons no connection delays another.
@MainActor
final class DispatchLoop: ProcessLoop {
  private let buffer = ReadBuffer()
  private let endProcess: @MainActor (Int32) -> Void
  private lazy var agenda = Agenda { [weak self] in self?.needTurn() }
  private var client: (any MainLoopClient)?
  private var channels: [ObjectIdentifier: ChannelSources] = [:]
  private var watches: [ObjectIdentifier: PausingSource] = [:]
  private var signalSource: PausingSource?
  private var scheduled: [any TurnClient] = []
  private var turnIsScheduled = false
  private var endStatus: Int32?
  private var hasEnded = false

  /// - Parameters:
  ///   - client: The client of the loop. Pass it only if other code runs the main queue and ``run(_:)`` is not
  ///     called.
  ///   - endProcess: Called with the exit status when the process should end.
  init(client: (any MainLoopClient)? = nil, endProcess: @escaping @MainActor (Int32) -> Void = { crash_exit($0) }) {
    self.client = client
    self.endProcess = endProcess
  }

  @discardableResult
  func watch(_ descriptor: Int32, ready: @escaping @MainActor () -> Void) -> Watch {
    guard endStatus == nil else { return Watch(ready) { _ in } }
    // A duplicate, because the source may still use its descriptor after the caller has closed the original.
    let duplicate = OwnedDescriptor(fcntl(descriptor, F_DUPFD_CLOEXEC, 0))
    let watch = Watch(ready) { [weak self] watch in
      self?.watches.removeValue(forKey: ObjectIdentifier(watch))?.end()
    }
    watches[ObjectIdentifier(watch)] = PausingSource(
      duplicate.number, for: Waiting.toRead, owned: duplicate
    ) { [weak self] in
      watch.report()
      self?.needTurn()
      return !watch.isCancelled
    }
    return watch
  }

  func schedule(_ client: any TurnClient) {
    scheduled.append(client)
    needTurn()
  }

  func scheduleNextTurn(_ client: any TurnClient) { schedule(client) }

  func end(status: Int32) {
    guard endStatus == nil else { return }
    endStatus = status
    needTurn()
  }

  func run(_ client: any MainLoopClient) -> Never {
    self.client = client
    let signals = TerminationSignals.catchAll()
    signalSource = PausingSource(signals, for: Waiting.toRead) { [weak self] in
      TerminationSignals.drain(signals)
      self?.client?.terminationRequested()
      return true
    }
    dispatchMain()
  }

  func serve(
    input: Int32, output: Output, owned: OwnedDescriptor?, client makeClient: (any Transport) -> any TransportClient
  ) {
    guard endStatus == nil else { return }
    let input = Input(descriptor: input, buffer: buffer)
    let channel = Channel(input: input, output: output, owned: owned, agenda: agenda)
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
    endProcess(status)
  }
}

/// The dispatch sources of one channel.
@MainActor
private final class ChannelSources {
  private let channel: Channel
  private var input: PausingSource?
  private var output: PausingSource?

  /// Starts to watch the input.
  init(_ channel: Channel) {
    self.channel = channel
    input = PausingSource(channel.inputDescriptor, for: Waiting.toRead, owned: channel.owned) { [weak channel] in
      guard let channel else { return false }
      // An event may arrive for input that was already read. A read would then block.
      if channel.isInputReady { channel.inputReady() }
      return channel.interest.input
    }
  }

  /// Watches the events that the channel requests now.
  func update() {
    guard !channel.isOver else { return end() }
    if channel.interest.input { input?.resume() }
    guard channel.isOutputBlocked else { return }
    guard output == nil else {
      output?.resume()
      return
    }
    output = PausingSource(channel.outputDescriptor, for: Waiting.toWrite, owned: channel.owned) { [weak channel] in
      guard let channel, channel.isOutputBlocked else { return false }
      channel.outputReady()
      return channel.isOutputBlocked
    }
  }

  /// Stops watching the channel.
  func end() {
    input?.end()
    output?.end()
  }
}
