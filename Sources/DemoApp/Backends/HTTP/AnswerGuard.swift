#if HTTP
  import NIOCore
  import NIOHTTP1

  /// Keeps from the client what it traps on, and tells it of what it passes over.
  ///
  /// The client takes every status below 200 for a notice before the answer, and ends the process when the answer ends
  /// there. A connection that is closed it takes for closed, whether an answer had begun or not.
  final class AnswerGuard: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    /// The status is below 100, or changes the protocol.
    struct RefusedStatus: Error {}
    /// Something came, and the connection was closed before it was an answer.
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
      case .head(let head) where head.status.code < 100 || head.status.code == 101:
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

    /// Notes that something has come which has not become an answer, be it before the request was sent.
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
