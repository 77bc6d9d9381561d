import JSON
import Logging
package import MainLoop
import SVVS
import StateProtocol
import SystemSupport

/// A connection to one client. It reads the client's messages and handles each at once, on the main actor.
///
/// At the end of the turn it sends the changes that the messages made, as one commit, and then the replies.
@MainActor
package final class Connection {
  static let logger = Logger(label: "svvs.connection")

  private let context: ServerContext
  /// The position of this connection among all connections of the process, in the order in which they were made.
  let number: Int
  let views: OpenViews
  let calls: Calls
  /// The messages to be sent.
  let outbox: Outbox

  /// The client's name and version; nil until the client has sent them with `initialize`.
  var clientInfo: ClientInfo? {
    didSet { clientName = ClientNames.name(of: clientInfo) }
  }
  /// The client's name and version, for the report of a crash.
  private(set) var clientName: UnsafePointer<CChar>?

  /// The watch on the process that the client has named. When that process ends, the connection ends.
  private var clientProcess: Watch?
  private let transport: any Transport
  private var reader: MessageReader
  /// The task that cancels the work and leaves the sessions; nil until it has begun. From then on, the only request that
  /// is handled is `exit`.
  private var stopping: Task<Void, Never>?
  /// Whether the connection has ended.
  private(set) var isOver = false

  init(context: ServerContext, transport: any Transport) {
    let configuration = context.configuration
    self.context = context
    self.transport = transport
    number = context.numbers.nextConnection()
    views = OpenViews(
      app: context.app, limits: configuration.limits, numbers: context.numbers, counting: context.subscriptionCount)
    reader = MessageReader(configuration: configuration)
    calls = Calls(limits: configuration.limits, numbers: context.numbers)
    outbox = Outbox(transport: transport, turn: context.turn, views: views, limits: configuration.limits)
    outbox.overflowed = { [weak self] count in
      if let self, !isOver { end(.notReading(unread: count)) }
    }
  }

  // MARK: - Messages

  /// Checks whether a call may be handled now, and counts the call.
  ///
  /// - Throws: A failure if the state of the connection, the call's batch or its id does not allow the call.
  func admit(_ call: Call) throws(Failure) {
    reader.callCount += 1
    guard !isOver else { throw Failure(.invalidRequest, "The connection has ended.") }
    if stopping != nil, call.method != Exit.method {
      throw Failure(.invalidRequest, "The server is shut down and accepts only exit.")
    }
    if call.batch != nil, call.id != nil, outbox.isBatchFull { throw .tooLargeBatch }
    try calls.admit(call)
  }

  /// Whether the call that is being handled is the first on the connection.
  var isFirstCall: Bool { reader.callCount == 1 }

  /// Queues a reply, to be sent after the next commit. If the connection has ended, the reply is not sent. It is then
  /// only recorded in the shared session.
  func answer(_ call: Call, with reply: Reply) {
    call.isAnswered = true
    guard !isOver else { return Replies.Message.reply(reply, to: call).settle(at: nil) }
    calls.answered(call)
    outbox.append(reply, to: call)
  }

  /// Answers a call with a result that `body` writes.
  func answer(_ call: Call, result body: (inout JSONWriter) -> Void) {
    context.turn.encodingCache.write(body) { answer(call, with: .result(EncodedText($0))) }
  }

  /// Moves `call` here from a connection that has ended, so that this connection sends the reply.
  func takeOver(_ call: Call, id: RequestID) {
    calls.takeOver(call, from: call.connection, id: id)?.waiters.append(self)
    call.move(to: self)
  }

  // MARK: - Sessions and views

  /// The session named `name`. If `name` is nil, this is the default session. The default session is made when it is
  /// first used.
  func session(_ name: ExactString?) throws(Failure) -> Session {
    try views.session(name) ?? openSession(OpenViews.defaultSession)
  }

  /// Opens a private session.
  func openSession(_ name: ExactString) -> Session {
    let session = Session(
      name, makeState: context.app.makeSession(), endings: context.sessions.endings, counting: context.subscriptionCount
    )
    views.add(session.admit(self))
    return session
  }

  /// Whether the connection shows a view named `name`. A view that is being closed counts.
  func shows(_ name: ExactString) -> Bool { views.contains(name) }

  // MARK: - End

  /// Ends the connection. `reason` determines whether the connection ends at once or after the calls in progress.
  ///
  /// - Returns: The task that carries out the end; nil if no task is necessary.
  @discardableResult
  func end(_ reason: ConnectionEnd) -> Task<Void, Never>? {
    // Discards the queue even if the connection has already ended, because the loop still sends the queue if the client
    // reads.
    if reason.discardsOutput { outbox.discard() }
    guard !isOver else { return nil }
    switch reason {
    case .inputEnded: return finishWhenStopped(reason, after: drain)
    case .terminated, .clientProcessEnded: return finishWhenStopped(reason, after: handleRest)
    case .shutdown(let call): return stop(reason) { call.answer(.null) }
    case .exit:
      return Task.immediate {
        await self.stopping?.value
        self.finish(reason)
      }
    case .notReading(let count):
      Connection.logger.error("The client does not read: the connection is cut with \(count) unread bytes.")
      finish(reason)
    case .outputClosed, .cut: finish(reason)
    }
    return nil
  }

  /// Cuts the connection. From now on, it neither reads nor sends.
  package func disconnect() { end(.cut) }

  /// Watches a process, and ends the connection when that process ends.
  ///
  /// - Returns: Whether the system can report the end of the process.
  func watch(_ process: ProcessID) -> Bool {
    clientProcess = ProcessEnd.watch(process.number) { [weak self] in self?.end(.clientProcessEnded) }
    return clientProcess != nil
  }

  /// Waits until the calls and the endings in progress have ended, or until the drain timeout is over.
  private func drain() async {
    let work = Work(and: calls.inProgress)
    let endings = context.sessions.endings
    _ = await Deadline(after: context.configuration.drainTimeout).wait {
      await work.ended
      while let ending = endings.awaited(by: self).first { await ending.completion }
    }
  }

  /// Cancels the work that ends with the connection, waits for its end, leaves the sessions, and calls `hasStopped`.
  private func stop(
    _ reason: ConnectionEnd, then hasStopped: @escaping @MainActor () -> Void = {}
  ) -> Task<Void, Never> {
    let earlier = stopping
    let task = Task.immediate {
      self.context.sessions.leaveSessions(endingWith: self)
      let calls = self.calls.inProgress.filter { !$0.outlivesConnection || !reason.sparesSharedCalls }
      let endings = self.context.sessions.endings
      // An ending of nothing would cost a process with one client an eighth of its instructions.
      if !calls.isEmpty { Ending(cancelling: calls, .shutdown, awaitedBy: [self], among: endings) }
      // Not those that begin meanwhile, because the members that stay may go on to end views.
      for ending in endings.awaited(by: self) { await ending.completion }
      await earlier?.value
      self.leave()
      hasStopped()
    }
    stopping = task
    return task
  }

  /// Commits the last changes and leaves the sessions. From now on, views no longer change for this client.
  private func leave() {
    guard !outbox.isFrozen else { return }
    context.turn.turnEnded()
    outbox.freeze()
    // Ending a subscription reads the last values, so that unsent changes can still be sent if the client continues to
    // read.
    for subscription in views.all { subscription.end() }
    for member in views.members { context.sessions.leave(member) }
  }

  /// Calls `prepare`, stops, and ends the connection.
  private func finishWhenStopped(
    _ reason: ConnectionEnd, after prepare: @escaping @MainActor () async -> Void
  ) -> Task<Void, Never> {
    Task.immediate {
      await prepare()
      await self.stop(reason).value
      self.finish(reason)
    }
  }

  /// Sends the messages that are left, and ends the connection.
  private func finish(_ reason: ConnectionEnd) {
    guard !isOver else { return }
    leave()
    isOver = true
    clientProcess?.cancel()
    for call in calls.inProgress where !call.outlivesConnection { call.cancel(.shutdown) }
    context.connections.remove(self)
    reader.drop()
    transport.end(
      status: reason.status(hasStopped: stopping != nil),
      timeout: reason.discardsOutput ? .zero : context.configuration.drainTimeout)
    // Sends the changes to the other connections, because the turn may have no other end.
    context.turn.turnEnded()
  }
}

// MARK: - Input and output

extension Connection: TransportClient {
  package func received(_ bytes: UnsafeRawBufferPointer) {
    guard !isOver, !reader.hasEnded else { return }
    reader.append(bytes)
    continueInput()
  }

  package func inputEnded() {
    guard !isOver, !reader.hasEnded else { return }
    reader.hasEnded = true
    continueInput()
  }

  package var inputProgress: InputProgress { reader.progress }

  package func continueInput() {
    reader.beginSlice()
    while handleNext() {
      let isPaused = reader.endSlice()
      if isPaused || !reader.isInMessage { context.turn.turnEnded() }
      if isPaused { return }
    }
    if reader.hasEnded, !isOver, inputProgress == .done { end(.inputEnded(isBroken: reader.isBroken)) }
  }

  /// Handles the next part of the input. If the rest cannot be divided into messages, replies with an error.
  ///
  /// - Returns: Whether there was a part.
  private func handleNext() -> Bool {
    do {
      guard !isOver, let part = try reader.next() else { return false }
      outbox.framing = reader.framing
      handle(part)
      return true
    } catch {
      outbox.framing = reader.framing
      RequestHandler.refuse(reader.end(for: error), on: self)
      context.turn.turnEnded()
      return false
    }
  }

  private func handle(_ part: MessageReader.Part) {
    switch part {
    case .entry(let entry, let batch): RequestHandler.handle(entry, batch: batch, on: self, in: context)
    case .large(let pieces):
      reader.parse(pieces) { [weak self] message in
        guard let self, !isOver else { return }
        reader.add(message)
        transport.resumeInput()
      }
    }
  }

  /// Handles all input that has been read, without time slices. A commit follows each message, not each entry of a
  /// batch.
  private func handleRest() async {
    while true {
      while handleNext() { if !reader.isInMessage { context.turn.turnEnded() } }
      guard !isOver, reader.isParsing else { return }
      await MessageReader.parsingStepEnded()
    }
  }

  // Also called after the end of the connection, because the loop still sends the queue if the client reads.
  package func outputDrained() {
    context.turn.add(outbox)
    context.turn.turnEnded()
  }

  package func outputClosed(failure: Int32?) {
    if let failure {
      Connection.logger.error("The output cannot be written: \(Errno(rawValue: failure)).")
    }
    end(.outputClosed(failure: failure))
  }
}
