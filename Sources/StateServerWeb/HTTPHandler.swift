import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Answers the one request of a connection with a file or with a refusal, and closes the connection.
///
/// One request for each connection bounds what a client can ask for before it reads: there is neither pipelining nor an
/// idle connection. A new connection to the same machine costs less than a millisecond.
final class HTTPHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let rules: RequestRules
  private let headers: SecurityHeaders
  private var isAnswered = false
  private var deadline: Scheduled<Void>?

  init(rules: RequestRules, headers: SecurityHeaders) {
    self.rules = rules
    self.headers = headers
  }

  func handlerAdded(context: ChannelHandlerContext) {
    close(context, in: WebLimits.headTime)
  }

  /// Removed when the connection has become a WebSocket, or has ended.
  func handlerRemoved(context: ChannelHandlerContext) {
    deadline?.cancel()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(let head) = unwrapInboundIn(data), !isAnswered else { return }
    switch rules.decide(head) {
    case .file(let asset, let isForeign):
      // Of the headers of its own document, a script can read only this one.
      let origin = isForeign ? ["server-timing": "other-site"] : [:]
      answer(context, .ok, origin.merging(["content-type": asset.type]) { $1 }, asset.content)
    // The upgrade failed.
    case .webSocket:
      answer(context, .badRequest)
    case .refused(let refusal):
      answer(context, refusal.status, refusal.headers, ByteBuffer(string: "\(refusal.reason)\n"))
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    // A request that is not a valid request for a WebSocket is passed on to this handler afterwards.
    case is NIOWebSocketUpgradeError: break
    case HTTPParserError.headerOverflow: answer(context, .requestHeaderFieldsTooLarge)
    case is HTTPParserError: answer(context, .badRequest)
    default: context.close(promise: nil)
    }
  }

  private func answer(
    _ context: ChannelHandlerContext, _ status: HTTPResponseStatus, _ more: [String: String] = [:],
    _ body: ByteBuffer = ByteBuffer()
  ) {
    guard !isAnswered else { return }
    isAnswered = true
    var all = headers.all
    all.add(name: "Connection", value: "close")
    all.add(name: "Content-Length", value: "\(body.readableBytes)")
    all.add(contentsOf: more.map { ($0.key, $0.value) })
    if more["content-type"] == nil { all.add(name: "Content-Type", value: "text/plain; charset=utf-8") }
    close(context, in: WebLimits.responseTime)
    context.write(
      wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: all))), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenSuccess {
      let (handler, context) = bound.value
      // Closing at once would reset the connection if a part of the request has not been read, and the client would lose
      // the response.
      context.close(mode: .output, promise: nil)
      handler.close(context, in: WebLimits.lingerTime)
    }
  }

  /// Closes the connection after a time, unless this method is called again before.
  private func close(_ context: ChannelHandlerContext, in time: TimeAmount) {
    deadline?.cancel()
    deadline = context.eventLoop.assumeIsolated().scheduleTask(in: time) { context.close(promise: nil) }
  }
}
