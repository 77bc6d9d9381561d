import LocalSocket
import NIOCore
import NIOWebSocket
import SystemSupport

/// A connection to the app's server, for one WebSocket.
///
/// The connection does not begin with the mark of `attach`, so the server ends it without a trailer.
final class AppHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private static let lineFeed = UInt8(ascii: "\n")

  private weak var webSocket: WebSocketHandler?
  private let serverName: String
  private let log: ServerLog
  private var context: ChannelHandlerContext?
  /// Whether a read was requested while the page did not read.
  private var owesRead = false

  /// - Parameter log: The log of the server, from before the connection.
  init(for webSocket: WebSocketHandler, serverName: String, log: ServerLog) {
    self.webSocket = webSocket
    self.serverName = serverName
    self.log = log
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelInactive(context: ChannelHandlerContext) {
    webSocket?.close(.init(codeNumber: 4410), lossReason)
    context.fireChannelInactive()
  }

  /// Why the connection was lost. A close frame has room for about 80 bytes of the log.
  private var lossReason: String {
    if let line = log.lastLine { return "The connection to \(serverName) was lost; its log ends: \(line)" }
    return "The server \(serverName) has ended, or has closed the connection."
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  /// Closes the connection when the server has received what the page has sent, or after a short time.
  func finish() {
    webSocket = nil
    guard let context else { return }
    context.writeAndFlush(wrapOutboundOut(ByteBuffer())).assumeIsolated().whenComplete { _ in
      context.close(promise: nil)
    }
    context.eventLoop.assumeIsolated().scheduleTask(in: WebLimits.closeTime) { context.close(promise: nil) }
  }

  // MARK: - To the server

  var isWritable: Bool { context?.channel.isWritable ?? false }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    webSocket?.resumeReading()
    context.fireChannelWritabilityChanged()
  }

  /// Sends a part of a message.
  ///
  /// A line feed inside a message becomes a space. In a JSON document, it can only be white space.
  func send(_ part: ByteBuffer, isEnd: Bool) {
    guard let context else { return }
    var part = part
    if part.readableBytesView.contains(AppHandler.lineFeed) {
      part.withUnsafeMutableReadableBytes { bytes in
        for index in bytes.indices where bytes[index] == AppHandler.lineFeed { bytes[index] = UInt8(ascii: " ") }
      }
    }
    context.write(wrapOutboundOut(part), promise: nil)
    if isEnd { context.write(wrapOutboundOut(ByteBuffer(integer: AppHandler.lineFeed)), promise: nil) }
    context.flush()
  }

  // MARK: - From the server

  func read(context: ChannelHandlerContext) {
    if webSocket?.isWritable == true { context.read() } else { owesRead = true }
  }

  /// Continues to read if the page reads again.
  func resumeReading() {
    guard owesRead, webSocket?.isWritable == true else { return }
    owesRead = false
    context?.read()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var rest = unwrapInboundIn(data)
    while let end = rest.readableBytesView.firstIndex(of: AppHandler.lineFeed),
      let line = rest.readSlice(length: end - rest.readerIndex)
    {
      rest.moveReaderIndex(forwardBy: 1)
      webSocket?.send(line, isEnd: true)
    }
    if rest.readableBytes > 0 { webSocket?.send(rest, isEnd: false) }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    webSocket?.flush()
    context.fireChannelReadComplete()
  }
}
