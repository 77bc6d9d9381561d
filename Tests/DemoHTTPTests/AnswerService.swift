#if HTTP
  import NIOCore
  import NIOHTTP1
  import NIOPosix

  /// A service on 127.0.0.1 that sends the same reply to each request, except to those for the targets of its redirects.
  struct AnswerService {
    private let channel: any Channel
    let baseURL: String

    init(_ reply: Reply) async throws {
      let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandlers([
              ByteToMessageHandler(HTTPRequestDecoder()), AnswerHandler(reply),
            ])
          }
        }
        .bind(host: "127.0.0.1", port: 0).get()
      channel = listener
      baseURL = "http://127.0.0.1:\(listener.localAddress?.port ?? 0)"
    }

    func close() async throws {
      try await channel.close()
    }
  }

  /// Sends the replies on one connection.
  private final class AnswerHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart

    private let reply: Reply
    private var path: Substring = ""

    init(_ reply: Reply) {
      self.reply = reply
    }

    func channelActive(context: ChannelHandlerContext) {
      if reply.isEarly { _ = write(reply, on: context.channel) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head(let head): path = head.uri.prefix { $0 != "?" }
      case .body: break
      case .end: answer(on: context.channel)
      }
    }

    /// Answers data that is not an HTTP request, such as a TLS handshake.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      if error is HTTPParserError { answer(on: context.channel) } else { context.close(promise: nil) }
    }

    /// Writes a reply and closes the output. The client closes the connection: if the service did, unread input would
    /// discard the reply.
    private func answer(on channel: any Channel) {
      let written = reply.isEarly ? channel.eventLoop.makeSucceededVoidFuture() : write(replyToPath, on: channel)
      guard !reply.staysOpen else { return }
      written.whenComplete { _ in channel.close(mode: .output, promise: nil) }
    }

    /// The user at `/good`; the user after N redirects at `/chain/N`; the reply of the service at any other path.
    private var replyToPath: Reply {
      let parts = path.split(separator: "/")
      if parts.last == "good" { return Reply(data: .complete) }
      if parts.count == 2, parts[0] == "chain", let steps = Int(parts[1]) {
        return Reply(data: steps == 0 ? .complete : .redirect("/chain/\(steps - 1)", 307))
      }
      return reply
    }

    private func write(_ reply: Reply, on channel: any Channel) -> EventLoopFuture<Void> {
      let writes = reply.writes(port: channel.localAddress?.port ?? 0)
      return .andAllComplete(
        writes.map { channel.writeAndFlush(ByteBuffer(bytes: $0.values)) }, on: channel.eventLoop)
    }
  }
#endif
