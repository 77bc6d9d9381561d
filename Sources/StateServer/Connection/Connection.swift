import JSON
import JSONRPC
import Logging
package import MainLoop
import SVVS
import StateProtocol
import SystemSupport

/// One connection: takes the client's messages, and has them handled where they are read, on the main actor.
///
/// The changes that a message made and the replies to it are sent at the end of the turn: first one commit, then the
/// replies.
@MainActor
package final class Connection {
  static let logger = Logger(label: "svvs.connection")

  private let context: ServerContext
  /// Orders the connections by age.
  let number: Int
  let views: OpenViews
  let calls: Calls
  /// The endings in progress that the end of the connection waits for.
  let endings: Endings
  /// The messages to be sent.
  let outbox: Outbox

  /// The program at the other end, once it has said so.
  private(set) var clientInfo: ClientInfo?

  /// Watches the process that the client works for.
  private var clientProcess: ProcessWatch?
  private let transport: any Transport
  private var reader: MessageReader
  private var lifecycle = Lifecycle.open
  /// The shutdown that the client has asked for; the connection does not end by itself before it is answered.
  private var shutdown: Task<Void, Never>?
  /// The tasks that wait until a large message is parsed.
  private var parsingWaiters: [CheckedContinuation<Void, Never>] = []
  /// Whether it waits for the end of the turn to send.
  private var isQueued = false

  init(context: ServerContext, transport: any Transport) {
    let configuration = context.configuration
    self.context = context
    self.transport = transport
    number = context.numbers.nextConnection()
    views = OpenViews(
      app: context.app, limits: configuration.limits, numbers: context.numbers, counting: context.subscriptionCount)
    endings = Endings(timeout: configuration.closeTimeout)
    reader = MessageReader(configuration: configuration)
    calls = Calls(limits: configuration.limits, numbers: context.numbers)
    outbox = Outbox(transport: transport, commits: context.commits, limits: configuration.limits)
  }

  // MARK: - Messages

  /// Admits a call, unless the state of the connection or its id forbids it.
  func admit(_ call: Call) throws(Failure) {
    reader.noteCall()
    guard !lifecycle.isOver else { throw Failure(.invalidRequest, "The connection has ended.") }
    if lifecycle.takesOnlyExit, call.method != Exit.method {
      throw Failure(.invalidRequest, "The server is shut down; it takes only exit.")
    }
    if call.batch != nil, call.id != nil, outbox.isBatchFull { throw .tooLargeBatch }
    try calls.admit(call)
  }

  /// Whether the connection has ended.
  var isOver: Bool { lifecycle.isOver }

  /// Whether the call that is being handled is the first.
  var isFirstCall: Bool { reader.callCount == 1 }

  /// Sets the program at the other end.
  func introduce(_ client: ClientInfo?) { clientInfo = client }

  /// Queues a reply, to be sent after the next commit. After the end of the connection only its session keeps it.
  func answer(_ call: Call, with reply: Reply) {
    call.answered()
    guard !lifecycle.isOver else {
      call.batch?.discard()
      if let record = call.record, let kept = KeptReply(reply, commit: nil) { record.settle(kept) }
      return
    }
    if let id = call.heldID { calls.hold(id) }
    outbox.append(reply, to: call)
    enqueue()
  }

  /// Answers a call with a result that `body` writes.
  func answer(_ call: Call, result body: (inout JSONWriter) -> Void) {
    encodingCache.write(body) { answer(call, with: .result(EncodedText($0))) }
  }

  /// Answers a call if its work was in progress: the work has ended, or is no longer waited for.
  func settle(_ call: Call) {
    guard calls.end(call) else { return }
    call.view?.settled(call)
    answer(call, with: call.cancellation.map { .failure(.cancelled($0)) } ?? .committed)
    call.resumeWaiters()
  }

  /// Releases the id of a call that has closed views.
  private func release(_ call: Call) {
    if let id = call.id { calls.release(CollectionOfOne(id)) }
  }

  /// Answers a call of a connection that has ended here.
  func takeOver(_ call: Call, id: RequestID) {
    calls.takeOver(call, from: call.connection, id: id)
    call.move(to: self)
  }

  // MARK: - Sessions and views

  /// The session of a name; the default one is made when first used.
  func session(_ name: ExactString?) throws(Failure) -> Session {
    try views.session(name) ?? openSession(OpenViews.defaultSession)
  }

  /// Opens a private session.
  func openSession(_ name: ExactString) -> Session {
    let session = Session(
      name, makeState: context.app.makeSession(), endings: endings, counting: context.subscriptionCount)
    views.add(session.admit(self))
    return session
  }

  /// Closes views for a call, which is answered when they have ended: the reply is the last that mentions them.
  ///
  /// - Parameters:
  ///   - ending: What ends them with their session, if that ends.
  ///   - isClosed: Called when all are closed, before the reply.
  func close(
    _ closing: [View], by ending: Ending? = nil, after earlier: [Ending] = [], reason: CancellationReason,
    for call: Call, then isClosed: @escaping @MainActor () -> Void = {}
  ) {
    let ending = ending ?? Ending(in: endings)
    if let id = call.id { calls.hold(id, waitingFor: ending) }
    ending.begin(closing, after: earlier, reason: reason) { views in
      // Another connection may have taken the call over.
      let connection = call.connection
      connection.release(call)
      // The names are free as soon as the reply is on its way, whenever that is read.
      let ended = views.compactMap { $0.end(.closed(reason, by: connection)) }
      isClosed()
      call.answer(.closed(ended))
    }
  }

  // MARK: - Sending

  /// Names the calls behind each commit.
  func traceCauses() {
    outbox.traceCauses()
    context.commits.trace(self)
  }

  /// Shows the client a view, which it was not sent yet.
  func show(_ view: View, delivery: Delivery) -> Subscription {
    let subscription = view.subscribe { view in Subscription(to: view, delivery: delivery, observer: self) }
    views.add(subscription)
    return subscription
  }

  /// Hides a view: its name is free from now on.
  ///
  /// - Returns: The subscription to it, which ends when that was sent; nil if the connection did not show it.
  func hide(_ view: View) -> Subscription? {
    guard let subscription = views.remove(view) else { return nil }
    if !subscription.isShown { outbox.waitingUpdate(of: view.session)?.forget(subscription) }
    return subscription
  }

  /// The update of a session that is sent after the next commit and the replies that wait.
  func update(of session: Session) -> SessionUpdate {
    enqueue()
    return outbox.update(of: session)
  }

  /// Hides a view that another connection or the server has closed, and adds that to an update of its session, which
  /// is sent after the answers to the view's calls. A view that the client was not shown is mentioned nowhere.
  func closed(_ view: View) {
    guard !lifecycle.isOver, let subscription = hide(view) else { return }
    guard subscription.isShown else { return subscription.end() }
    enqueue()
    outbox.updateForClosing(of: view.session).closed(subscription)
  }

  /// Whether the client is behind with reading.
  var isBehind: Bool { !outbox.canSend }

  /// Reads the views again that may have changed, if the client reads.
  ///
  /// - Returns: Whether one has.
  func refresh() -> Bool {
    isQueued = false
    if let excess = outbox.excess, !lifecycle.isOver { end(.notReading(unread: excess)) }
    return outbox.canSend && outbox.refresh()
  }

  /// Sends what there is, if the client reads.
  func send() {
    guard outbox.canSend else { return }
    outbox.send(for: self)
    // What could not be sent waits for the client, and what has come meanwhile for the next round.
    if outbox.canSend, outbox.hasMore { enqueue() }
  }

  private func enqueue() {
    guard !isQueued else { return }
    isQueued = true
    context.commits.enqueue(self)
  }

  // MARK: - End

  /// Ends the connection: at once, or when the calls in progress have ended or were cancelled.
  ///
  /// - Returns: The task that ends it; nil if it ends at once.
  @discardableResult
  func end(_ reason: ConnectionEnd) -> Task<Void, Never>? {
    // Also after the end: what waits for the reader would be sent as long as the loop waits for that.
    if reason.discardsOutput { outbox.discard() }
    guard !lifecycle.isOver else { return nil }
    switch reason {
    case .inputEnded:
      return Task.immediate {
        if await !self.workEnded(within: self.context.configuration.drainTimeout) {
          await self.cancelWork(sparesShared: true)
        }
        await self.shutdown?.value
        self.finish(status: 0)
      }
    case .shutdown(let call):
      lifecycle.shutdownBegan()
      shutdown = Task.immediate {
        await self.cancelWork(sparesShared: false)
        let exits = self.lifecycle.shutdownEnded()
        call.answer(.null)
        if exits { self.finish(status: 0) }
      }
      return shutdown
    case .terminated: return endAfterCancellation(sparesShared: false)
    case .clientProcessEnded: return endAfterCancellation(sparesShared: true)
    case .exit:
      if let status = lifecycle.exitRequested() { finish(status: status) }
    case .brokenInput: finish(status: 1)
    case .notReading(let count):
      Connection.logger.error("The client does not read; cut off with \(count) bytes unread.")
      finish(status: 1, timeout: .zero)
    case .outputClosed(let failure): finish(status: failure == nil ? 0 : 1, timeout: .zero)
    case .cut: finish(status: 1, timeout: .zero)
    }
    return nil
  }

  /// Cuts the connection: nothing more is read or sent.
  package func disconnect() { end(.cut) }

  /// Ends the connection with a process.
  ///
  /// - Returns: Whether the system reports the end of the process.
  func end(with process: ProcessID) -> Bool {
    clientProcess = ProcessEnd.watch(process.number) { [weak self] in self?.end(.clientProcessEnded) }
    return clientProcess != nil
  }

  /// Handles the input that was read, cancels all work and ends.
  ///
  /// - Parameter sparesShared: Whether calls go on in shared sessions that outlive the connection.
  private func endAfterCancellation(sparesShared: Bool) -> Task<Void, Never> {
    handleRest()
    lifecycle.shutdownBegan()
    return Task.immediate {
      await self.largeMessageParsed()
      self.handleRest()
      await self.cancelWork(sparesShared: sparesShared)
      await self.shutdown?.value
      self.finish(status: 0)
    }
  }

  /// Waits until the calls in progress have ended, and the views that are being ended.
  ///
  /// - Returns: Whether they have within the limit.
  private func workEnded(within limit: Duration) async -> Bool {
    let calls = calls.inProgress
    return await TimeLimit(limit).wait {
      for call in calls { await call.settlement }
      await self.endings.completion
    }
  }

  /// Cancels the calls and effects that end with the connection, and waits for that.
  private func cancelWork(sparesShared: Bool) async {
    for member in views.members { context.sessions.close(member.session, endingWith: self) }
    let scopes = views.all.map(\.view).filter { !$0.session.isOpen }.compactMap(\.effectScope)
    let calls = calls.inProgress.filter { !sparesShared || !$0.outlivesConnection }
    await Ending(in: endings).cancel(calls, scopes: scopes, reason: .shutdown)
    await endings.completion
  }

  /// Sends what is left and ends; `timeout` bounds how long a reader that is behind is waited for.
  private func finish(status: Int32, timeout: Duration? = nil) {
    guard !lifecycle.isOver else { return }
    context.commits.turnEnded()
    lifecycle.ended()
    outbox.freeze()
    clientProcess?.cancel()
    context.commits.remove(self)
    context.connections.remove(self)
    for call in calls.inProgress where !call.outlivesConnection { call.cancel(.shutdown) }
    // What differs from what was sent can still be sent, if the client reads on.
    for subscription in views.all { subscription.end() }
    for member in views.members { context.sessions.leave(member) }
    reader.drop()
    transport.end(status: status, patience: timeout ?? context.configuration.drainTimeout)
    // What that has changed for others is sent now: nothing else may happen in this turn.
    context.commits.turnEnded()
  }
}

// MARK: - Changes

extension Connection: SubscriptionObserver {
  var encodingCache: EncodingCache { context.encodingCache }

  func becameDirty(_ subscription: Subscription) {
    guard !lifecycle.isOver else { return }
    subscription.view.noteChange()
    outbox.note(subscription, of: self)
    context.commits.noteChange()
    enqueue()
  }

  func beganEnding(_ subscription: Subscription) { views.beganEnding(subscription) }
}

// MARK: - Input and output

extension Connection: TransportClient {
  package func received(_ bytes: UnsafeRawBufferPointer) {
    guard !isOver else { return }
    reader.append(bytes)
    continueInput()
  }

  package func inputEnded() {
    guard !isOver else { return }
    reader.end()
    continueInput()
  }

  package var inputProgress: InputProgress { reader.progress }

  package func continueInput() {
    reader.beginSlice()
    do {
      while !isOver, let part = try reader.next() {
        outbox.use(reader.framing)
        handle(part)
        let isPaused = reader.endSlice()
        if isPaused || !reader.isInMessage { context.commits.turnEnded() }
        if isPaused { return }
      }
    } catch {
      outbox.use(reader.framing)
      RequestHandler.refuse(reader.failure(for: error), on: self)
      guard reader.hasEnded else {
        end(.brokenInput)
        return
      }
      context.commits.turnEnded()
    }
    if reader.hasEnded, !isOver, inputProgress == .done { end(.inputEnded) }
  }

  private func handle(_ part: MessageReader.Part) {
    switch part {
    case .entry(let entry, let batch): RequestHandler.handle(entry, batch: batch, on: self, in: context)
    case .large(let pieces):
      LargeMessage.parse(pieces, limits: context.limits.ofMessage) { [weak self] message in
        guard let self else { return }
        defer { resumeParsingWaiters() }
        guard !isOver else { return }
        reader.add(message)
        transport.resumeInput()
      }
    }
  }

  /// Handles what was read at once: each request that was read is answered, and the replies to a batch go out together.
  private func handleRest() {
    while !isOver, let part = try? reader.next() {
      handle(part)
      if !reader.isInMessage { context.commits.turnEnded() }
    }
  }

  /// Waits for a large message that is being parsed.
  private func largeMessageParsed() async {
    guard reader.isParsing else { return }
    await withCheckedContinuation { parsingWaiters.append($0) }
  }

  private func resumeParsingWaiters() {
    let waiters = parsingWaiters
    parsingWaiters = []
    for waiter in waiters { waiter.resume() }
  }

  // Also after the end: what waited for the reader is sent as long as the loop waits for that.
  package func outputDrained() {
    enqueue()
    context.commits.turnEnded()
  }

  package func outputClosed(failure: Int32?) {
    if let failure {
      Connection.logger.error("The output cannot be written: \(Errno(rawValue: failure)).")
    }
    end(.outputClosed(failure: failure))
  }
}
