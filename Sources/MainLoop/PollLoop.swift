import CCrash
import SystemSupport

/// A loop on the main thread. One `epoll_wait` waits for all connections, all watches and the descriptor of the main
/// queue.
///
/// A message is handled on the thread that read it, with one wait, one read and one write. Idle connections cost
/// nothing, however many there are. Tasks of the main actor, `Task.sleep` and `DispatchQueue.main` work as usual.
///
/// The loop reads a connection at most once in a turn, handles input in slices of time, and writes without blocking.
/// For these reasons no connection delays another.
@MainActor
final class PollLoop: ProcessLoop {
  private let agenda = Agenda()
  private let buffer = ReadBuffer()
  private let table = EpollTable()
  private var client: (any MainLoopClient)?
  private var connectionCount = 0
  private var endStatus: Int32?
  /// The client whose turn must end once more before the loop sleeps.
  private var unfinishedTurn: (any TurnClient)?
  private var mainQueue: Int32 = -1
  private var signals: Int32 = -1

  /// - Parameter client: The client of the loop. Pass it only if the loop is not run, but advanced with
  ///   ``step(milliseconds:)``.
  init(client: (any MainLoopClient)? = nil) {
    self.client = client
  }

  @discardableResult
  func watch(_ descriptor: Int32, ready: @escaping @MainActor () -> Void) -> Watch {
    guard endStatus == nil else { return Watch(ready) { _ in } }
    // A duplicate, because the caller may close the descriptor, and its number may be used again before the next
    // wait.
    let duplicate = OwnedDescriptor(fcntl(descriptor, F_DUPFD_CLOEXEC, 0))
    let number = duplicate.number
    let watch = Watch(ready) { [weak table] _ in table?.cancel(number) }
    table.add(watch, descriptor: duplicate)
    return watch
  }

  /// Does nothing, because every turn of this loop already ends with a call of ``TurnClient/turnEnded()`` or is ended
  /// by a ``TransportClient``.
  func schedule(_ client: any TurnClient) {}

  func scheduleNextTurn(_ client: any TurnClient) { unfinishedTurn = client }

  func end(status: Int32) {
    endStatus = endStatus ?? status
  }

  func run(_ client: any MainLoopClient) -> Never {
    self.client = client
    signals = TerminationSignals.catchAll()
    mainQueue = _dispatch_get_main_queue_handle_4CF()
    table.add(mainQueue: mainQueue, signals: signals)
    while true {
      if let status = step() { crash_exit(status) }
    }
  }

  /// Writes the output that is due, sleeps until there are events, and handles the events.
  ///
  /// While a connection has input left, or a turn is unfinished, the loop does not sleep. After the events, it then
  /// gives one such connection a slice of time, and ends the unfinished turn.
  ///
  /// - Parameter milliseconds: The longest time to sleep; negative for no limit.
  /// - Returns: The exit status, if the process should end; otherwise nil.
  func step(milliseconds: Int32 = -1) -> Int32? {
    if let status = agenda.updateChannels(changed: update) { return status }
    if let endStatus, connectionCount == 0 { return endStatus }
    // Taken before the wait, so that events are handled between two slices of one connection.
    let unfinished = agenda.takeUnfinished()
    let turn = unfinishedTurn.take()
    table.wait(milliseconds: unfinished == nil && turn == nil ? milliseconds : 0) { handle($0) }
    unfinished?.continueInput()
    turn?.turnEnded()
    return nil
  }

  func serve(
    input: Int32, output: Output, owned: OwnedDescriptor?, client makeClient: (any Transport) -> any TransportClient
  ) {
    guard endStatus == nil else { return }
    let input = Input(descriptor: input, buffer: buffer)
    let channel = Channel(input: input, output: output, owned: owned, agenda: agenda)
    connectionCount += 1
    table.add(channel)
    channel.start(makeClient)
  }

  /// Watches the events that a channel requests now.
  private func update(_ channel: Channel) {
    if let failure = table.update(channel) { channel.watchFailed(failure) }
    if channel.isOver { connectionCount -= 1 }
  }

  private func handle(_ target: EpollTable.Target) {
    switch target {
    case .output(let channel, let isGone): channel.outputReady(isGone: isGone)
    case .input(let channel): channel.inputReady()
    case .watch(let watch) where !watch.isCancelled:
      watch.report()
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
    crash_begin_tasks()
    _dispatch_main_queue_callback_4CF(nil)
    crash_end_work(nil)
    client?.turnEnded()
  }
}
