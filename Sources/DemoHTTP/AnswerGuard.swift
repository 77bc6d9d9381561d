#if HTTP
  import DemoApp
  import NIOCore
  import NIOHTTP1

  /// Protects the HTTP client from answers on which it would trap, and reports answers that are cut off.
  ///
  /// The HTTP client ignores the head of an answer with a status below 100, and then traps on the end of that answer.
  /// When a connection is closed, the client reports the same error whether or not an answer had begun.
  final class AnswerGuard: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    /// The error for an answer with a status below 100.
    struct RefusedStatus: Error {}
    /// The error for a connection that was closed after an answer had begun and before it was complete.
    struct BrokenOff: Error {}

    private let arrival: Arrival
    private var hasRefused = false

    private init(arrival: Arrival) {
      self.arrival = arrival
    }

    /// Adds a guard to a connection: one handler before the decoder, and one after it.
    static func add(to channel: any Channel) -> EventLoopFuture<Void> {
      channel.eventLoop.submit {
        let pipeline = channel.pipeline.syncOperations
        let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
        let arrival = Arrival()
        try pipeline.addHandler(arrival, position: .before(decoder))
        try pipeline.addHandler(AnswerGuard(arrival: arrival), position: .after(decoder))
      }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard !hasRefused else { return }
      switch unwrapInboundIn(data) {
      case .head(let head) where head.status.code < 100:
        hasRefused = true
        context.fireErrorCaught(RefusedStatus())
        context.close(promise: nil)
        return
      case .end: arrival.hasBegun = false
      case .head, .body: break
      }
      context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.fireErrorCaught(arrival.hasBegun && error is IOError ? BrokenOff() : error)
    }

    func channelInactive(context: ChannelHandlerContext) {
      if arrival.hasBegun { context.fireErrorCaught(BrokenOff()) }
      context.fireChannelInactive()
    }

    /// Records whether data of an incomplete answer has arrived, even before the request was sent.
    private final class Arrival: ChannelInboundHandler {
      typealias InboundIn = ByteBuffer

      var hasBegun = false

      func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        hasBegun = true
        context.fireChannelRead(data)
      }
    }
  }
#endif
