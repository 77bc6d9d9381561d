#if HTTP
  import DemoApp
  import NIOCore
  import NIOHTTP1

  /// Protects the client from answers on which it traps, and reports answers that are cut off.
  ///
  /// The client ignores a head with a status below 100, and traps on the end of that answer. It reports a closed
  /// connection in the same way whether or not an answer had begun.
  final class AnswerGuard: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    /// The status is below 100.
    struct RefusedStatus: Error {}
    /// The connection was closed before an answer that had begun was complete.
    struct BrokenOff: Error {}

    private let arrival: Arrival
    private var hasRefused = false

    private init(arrival: Arrival) {
      self.arrival = arrival
    }

    /// Puts a guard around the decoder of a connection.
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
