import JSON
import NIOCore
import NIOWebSocket

/// One WebSocket of the page: the login, and then a connection to the app's server.
///
/// Each text message becomes a line of the server's socket, and each line a text message. Neither is parsed, nor stored:
/// a long line is passed on in fragments as it arrives. A side that does not read makes this process stop reading from
/// the other side.
final class WebSocketHandler: ChannelDuplexHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private enum State {
    case waitingForLogin(timeout: Scheduled<Void>?)
    /// The frames arrived together with the login.
    case connecting(early: [WebSocketFrame])
    case open(AppHandler)
    case closing
  }

  private let page: Page
  private var state = State.waitingForLogin(timeout: nil)
  private var context: ChannelHandlerContext?
  private var nextPing: Scheduled<Void>?
  private var isMember = false
  /// Whether a ping was sent after the last bytes were received.
  private var isSilent = false
  /// Whether a read was requested while the server did not read.
  private var owesRead = false
  /// The number of bytes that were received before the login.
  private var loginSize = 0
  /// Whether a fragment of a message was received, so that the next frame continues it.
  private var isInsideMessage = false
  /// Whether a fragment of a line was sent, so that the next frame continues it.
  private var isInsideLine = false

  init(page: Page) { self.page = page }

  // MARK: - The life of the connection

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    let timeout = schedule(in: WebLimits.loginTime) { $0.close(.init(codeNumber: 4408), "Nothing was received.") }
    state = .waitingForLogin(timeout: timeout)
    nextPing = schedule(in: WebLimits.pingInterval) { $0.ping() }
  }

  func handlerRemoved(context: ChannelHandlerContext) { end() }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case is NIOWebSocketError: close(.protocolError)
    default: context.close(promise: nil)
    }
  }

  /// Closes the WebSocket with a reason for the page.
  func close(_ code: WebSocketErrorCode, _ reason: String = "") {
    guard let context, !isClosing else { return }
    leave()
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    data.writeString(reason.beginning(ofBytes: 123))
    send(.connectionClose, data)
    context.flush()
    schedule(in: WebLimits.closeTime) { $0.context?.close(promise: nil) }
    resumeReading()
  }

  /// Releases everything but the channel.
  private func end() {
    leave()
    nextPing?.cancel()
    context = nil
  }

  private func leave() {
    switch state {
    case .waitingForLogin(let timeout): timeout?.cancel()
    case .open(let app): app.finish()
    case .connecting, .closing: break
    }
    state = .closing
    if isMember { page.memberCount -= 1 }
    isMember = false
  }

  private var isClosing: Bool { if case .closing = state { true } else { false } }

  /// Runs `body` after a time, unless the connection has ended by then.
  @discardableResult
  private func schedule(in time: TimeAmount, _ body: @escaping (WebSocketHandler) -> Void) -> Scheduled<Void>? {
    context?.eventLoop.assumeIsolated().scheduleTask(in: time) { [weak self] in
      if let self { body(self) }
    }
  }

  private func ping() {
    nextPing = schedule(in: WebLimits.pingInterval) { $0.ping() }
    guard let context, context.channel.isWritable, !owesRead else { return }
    guard !isSilent else { return context.close(promise: nil) }
    isSilent = true
    send(.ping, ByteBuffer())
    context.flush()
  }

  // MARK: - From the page

  func read(context: ChannelHandlerContext) {
    if canRead { context.read() } else { owesRead = true }
  }

  /// Continues to read if the server reads again.
  func resumeReading() {
    guard owesRead, canRead else { return }
    owesRead = false
    context?.read()
  }

  private var canRead: Bool {
    switch state {
    case .waitingForLogin, .closing: true
    case .connecting: false
    case .open(let app): app.isWritable
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    isSilent = false
    if case .waitingForLogin = state {
      loginSize += frame.length
      guard loginSize < WebLimits.loginSize else { return close(.messageTooLarge) }
    }
    // An extension would use the bits, but none is offered. A browser masks every frame.
    guard !frame.rsv1, !frame.rsv2, !frame.rsv3, frame.maskKey != nil else { return close(.protocolError) }
    switch frame.opcode {
    case .text, .continuation: receive(frame)
    case .binary: close(.unacceptableData, "Only text is expected.")
    // A page that does not read gets no reply, because nothing bounds the number of its pings.
    case .ping where context.channel.isWritable:
      send(.pong, frame.unmaskedData)
      context.flush()
    case .ping, .pong: break
    case .connectionClose:
      if isClosing { context.close(promise: nil) } else { close(.normalClosure) }
    default: close(.protocolError)
    }
  }

  private func receive(_ frame: WebSocketFrame) {
    switch state {
    case .waitingForLogin:
      guard frame.opcode == .text, frame.fin else { return close(.protocolError) }
      logIn(frame.unmaskedData)
    case .connecting(let early): state = .connecting(early: early + [frame])
    case .open(let app): pass(frame, to: app)
    case .closing: break
    }
  }

  private func pass(_ frame: WebSocketFrame, to app: AppHandler) {
    guard (frame.opcode == .continuation) == isInsideMessage else { return close(.protocolError) }
    isInsideMessage = !frame.fin
    app.send(frame.unmaskedData, isEnd: frame.fin)
  }

  // MARK: - Login

  private func logIn(_ message: ByteBuffer) {
    guard case .waitingForLogin(let timeout) = state, let context else { return }
    guard let login = LoginMessage(message) else { return close(.init(codeNumber: 4401), "The login is not valid.") }
    guard page.memberCount < WebLimits.members else {
      return close(.init(codeNumber: 1013), "There are too many connections.")
    }
    timeout?.cancel()
    state = .connecting(early: [])
    switch page.logins.logIn(login.credential) {
    case .refused(let reason, let delay):
      schedule(in: TimeAmount(delay)) { $0.close(.init(codeNumber: 4401), reason) }
    case .accepted(let secret):
      page.remove(guest: context.channel)
      page.memberCount += 1
      isMember = true
      send(.text, LoginReply(secret: secret, app: page.appName, server: page.serverName).message)
      context.flush()
      page.connector.connect(isStarting: login.isStarting, to: self, on: context.eventLoop).assumeIsolated()
        .whenComplete { [weak self] in self?.connected($0) }
    }
  }

  private func connected(_ result: Result<NIOLoopBound<AppHandler>, any Error>) {
    switch result {
    case .failure(let error): close(.init(codeNumber: 4404), "\(error)")
    case .success(let bound):
      let app = bound.value
      guard case .connecting(let early) = state else { return app.finish() }
      state = .open(app)
      early.forEach(receive)
      app.resumeReading()
      resumeReading()
    }
  }

  // MARK: - To the page

  var isWritable: Bool {
    if case .open = state { context?.channel.isWritable ?? false } else { false }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if case .open(let app) = state { app.resumeReading() }
    context.fireChannelWritabilityChanged()
  }

  /// Sends a part of a line.
  func send(_ part: ByteBuffer, isEnd: Bool) {
    guard !isClosing else { return }
    let opcode: WebSocketOpcode = isInsideLine ? .continuation : .text
    isInsideLine = !isEnd
    send(opcode, part, isEnd: isEnd)
  }

  func flush() { context?.flush() }

  private func send(_ opcode: WebSocketOpcode, _ data: ByteBuffer, isEnd: Bool = true) {
    guard let context else { return }
    context.write(wrapOutboundOut(WebSocketFrame(fin: isEnd, opcode: opcode, data: data)), promise: nil)
  }
}

extension String {
  /// The beginning of the text, in at most `count` bytes of UTF-8.
  fileprivate func beginning(ofBytes count: Int) -> String {
    guard utf8.count > count else { return self }
    return String(decoding: utf8.prefix(count), as: UTF8.self).replacing("\u{FFFD}", with: "")
  }
}
