import JSON
import JSONRPC
import Logging
import MainLoop
import SVVS
import StateProtocol

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// One connection: takes the client's messages, and has them handled where they are read, on the main actor.
///
/// What a message changed and the replies it caused are sent at the end of the turn: first one commit, then the
/// replies.
@MainActor
package final class Peer {
  static let logger = Logger(label: "svvs.connection")

  let host: Host
  let views: Views
  // These two know the connection, so that they are made last; a lazy variable would cost 100 instructions a use.
  /// What is under way.
  private(set) var calls: Calls!
  /// What is to be sent.
  private(set) var outbox: Outbox!

  private let transport: any Transport
  private var decoder: FrameDecoder
  private var lifecycle = Lifecycle.open
  /// What shuts down and answers that; the connection does not end by itself before.
  private var shutdown: Task<Void, Never>?
  /// How many calls have come.
  private var callCount = 0

  init(host: Host, transport: any Transport) {
    let configuration = host.configuration
    self.host = host
    self.transport = transport
    views = Views(app: host.app, limits: configuration.limits)
    decoder = FrameDecoder(framing: configuration.framing, maximumSize: configuration.limits.messageSize)
    calls = Calls(of: self)
    outbox = Outbox(of: self, transport: transport)
  }

  // MARK: - Messages

  private func handle(_ event: FrameDecoder.Event) {
    switch event {
    case .message(let bytes):
      let message = bytes.withUnsafeBytes {
        IncomingMessage(parsing: $0, maximumDepth: host.configuration.limits.nesting)
      }
      handle(message)
    case .tooLarge: refuse(Failure(.overloaded(.messageSize), "The message is too large."))
    }
  }

  private func handle(_ message: IncomingMessage) {
    switch message {
    case .single(let entry): handle(entry, batch: nil)
    case .batch(let entries):
      let replies = entries.count(where: \.wantsReply)
      let batch = replies > 0 ? Batch(count: replies) : nil
      for entry in entries { handle(entry, batch: batch) }
    }
  }

  private func handle(_ entry: IncomingMessage.Entry, batch: Batch?) {
    switch entry {
    case .request(let request): handle(request, batch: batch)
    case .response: Peer.logger.debug("A response came to no request of ours.")
    case .invalid(let fault, let id?): refuse(Failure(fault), id: id, batch: batch)
    case .invalid(_, nil): Peer.logger.debug("A notification cannot be handled.")
    }
  }

  private func handle(_ request: Request, batch: Batch?) {
    let call = Call(request.method, id: request.id, batch: batch, from: self)
    Peer.logger.trace("\(request.method) is called.")
    callCount += 1
    do throws(Failure) {
      if lifecycle.takesOnlyExit, request.method != Exit.method {
        throw Failure(.invalidRequest, "The server is shut down; it takes only exit.")
      }
      try calls.admit(call)
      try Handlers.handle(request, call, self)
    } catch {
      Peer.logger.debug("A call of \(request.method) failed: \(error.message)")
      calls.answer(call, with: .failure(error))
    }
  }

  /// Answers what is no call.
  private func refuse(_ failure: Failure, id: RequestID = .null, batch: Batch? = nil) {
    calls.answer(Call("", id: id, batch: batch, from: self), with: .failure(failure))
  }

  /// Whether the call that is being handled is the first.
  var isFirstCall: Bool { callCount == 1 }

  // MARK: - Views

  /// What shows a view, if it is open here.
  func subscription(to view: View) -> Subscription? { views.subscription(to: view) }

  /// Has all views but some look for changes that went unnoticed.
  func readUnnoticed(except others: [Subscription]) {
    for subscription in views.all where !others.contains(where: { $0 === subscription }) {
      _ = subscription.readUnnoticed()
    }
  }

  /// Closes views; the reply to `call` is the last that is heard of them.
  func close(_ closing: [View], reason: CancellationReason, for call: Call) {
    calls.close(closing, reason: reason, for: call) { closed in
      let ended = closed.compactMap { self.views.subscription(to: $0) }
      // The names are free as soon as the reply is on its way, whenever that is read.
      for view in closed {
        self.views.remove(view)
        view.close(reason)
      }
      self.calls.answer(call, with: .closed(ended))
    }
  }

  /// Closes a view whose opening cannot be answered: nothing of it is mentioned from now on.
  func abandon(_ subscription: Subscription) {
    let view = subscription.view
    guard view.closing == nil else { return }
    views.remove(view)
    view.abandon()
    outbox.forget(subscription)
    calls.abandon(view)
    subscription.end()
  }

  // MARK: - Ending

  /// Cancels every call, and answers one when all has ended.
  func shutDown(answering call: Call) {
    lifecycle.shutdownBegan()
    shutdown = Task.immediate {
      await self.endAllWork()
      let exits = self.lifecycle.shutdownEnded()
      self.calls.answer(call, with: .null)
      if exits { self.end(status: 0) }
    }
  }

  /// Ends as `exit` says: now, or as soon as everything is shut down.
  func exit() {
    if case .now(let status) = lifecycle.exitRequested() { end(status: status) }
  }

  /// Cancels all work, answers every call and ends.
  package func terminate() {
    guard !lifecycle.isOver else { return }
    lifecycle.shutdownBegan()
    Task.immediate {
      await self.endAllWork()
      await self.shutdown?.value
      self.end(status: 0)
    }
  }

  /// Ends the connection with a client that sends and never reads.
  func cutOff(unread count: Int) {
    Peer.logger.error("The client does not read; cut off with \(count) bytes unread.")
    outbox.discard()
    end(status: 1, patience: .zero)
  }

  /// Lets the calls under way finish, then ends.
  private func drain() {
    lifecycle.inputEnded()
    Task.immediate {
      if await !self.calls.finish(within: self.host.configuration.drainTimeout) { await self.endAllWork() }
      await self.shutdown?.value
      self.end(status: 0)
    }
  }

  private func endAllWork() async {
    await calls.endAll(scopes: views.all.compactMap(\.view.effectScope))
  }

  /// Sends what is left and ends; `patience` bounds how long a reader that is behind is waited for.
  private func end(status: Int32, patience: Duration? = nil) {
    guard !lifecycle.isOver else { return }
    host.commits.turnEnded()
    lifecycle.ended()
    outbox.close()
    host.remove(self)
    transport.end(status: status, patience: patience ?? host.configuration.drainTimeout)
  }
}

// MARK: - Input and output

extension Peer: TransportClient {
  package func received(_ bytes: UnsafeRawBufferPointer) {
    guard !lifecycle.isOver else { return }
    decoder.append(bytes)
    do {
      while !lifecycle.isOver, let event = try nextEvent() {
        handle(event)
        host.commits.turnEnded()
      }
    } catch {
      endAfterFramingError(error)
    }
  }

  package func inputEnded() {
    guard !lifecycle.isOver else { return }
    do {
      defer { outbox.use(decoder.framing) }
      if let event = try decoder.finish() { handle(event) }
    } catch {
      if callCount == 0 { explainFraming() }
      refuse(Failure(.parseError(line: 1, column: 0), "The input ended inside a message."))
    }
    host.commits.turnEnded()
    drain()
  }

  // Also after the end: what waited for the reader is sent as long as the loop has patience.
  package func outputDrained() {
    outbox.enqueue()
    host.commits.turnEnded()
  }

  package func outputClosed(failure: Int32?) {
    if let failure {
      Peer.logger.error("The output cannot be written: \(String(cString: strerror(failure))).")
    }
    outbox.discard()
    end(status: failure == nil ? 0 : 1, patience: .zero)
  }

  private func nextEvent() throws(FramingError) -> FrameDecoder.Event? {
    defer { outbox.use(decoder.framing) }
    return try decoder.next()
  }

  private func endAfterFramingError(_ error: FramingError) {
    if callCount == 0 {
      explainFraming()
    } else {
      Peer.logger.error("The Content-Length headers are broken; no message can be told apart any more.")
    }
    refuse(Failure(.parseError(line: 1, column: 0), "The Content-Length headers are broken."))
    end(status: 1)
  }

  /// Helps whoever has typed something that begins no message.
  private func explainFraming() {
    Peer.logger.error(
      """
      Expected a JSON-RPC message: one line of JSON, which begins with { or [, or JSON behind a header such as \
      Content-Length: 48 and an empty line. Try: {"jsonrpc":"2.0","id":1,"method":"rpc.discover"}
      """)
  }
}

extension IncomingMessage.Entry {
  fileprivate var wantsReply: Bool {
    switch self {
    case .request(let request): request.id != nil
    case .response: false
    case .invalid(_, let id): id != nil
    }
  }
}
