package import LocalSocket
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import SystemSupport

/// Serves the page of an app to browsers on this machine.
///
/// It joins the app's server as any front end does, with a connection for each WebSocket. It listens at 127.0.0.1 only,
/// and answers only requests that ``RequestRules`` allows.
package struct WebServer: Sendable {
  /// The port that is used if none is chosen and no program listens there.
  package static let defaultPort = 7480

  package let port: Int
  private let rules: RequestRules
  private let logins = Logins()
  private let eventLoop: any EventLoop

  /// Listens.
  ///
  /// - Parameters:
  ///   - server: The app's server. It is started when a page connects, if it has ended.
  ///   - port: If nil, the default port is used, or another one if the default port is in use.
  /// - Throws: ``LocalSocketError`` if the port cannot be used.
  package init(
    appName: String, serverName: String, server: DetachedServer, port: Int?
  ) throws(LocalSocketError) {
    _ = DescriptorLimit.raise(forConnections: WebLimits.guests + WebLimits.members)
    eventLoop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
    let (eventLoop, logins) = (eventLoop, logins)
    let page: NIOLoopBound<Page>
    do {
      page = try eventLoop.submit {
        NIOLoopBound(
          Page(appName: appName, serverName: serverName, server: server, logins: logins), eventLoop: eventLoop)
      }.wait()
    } catch {
      throw LocalSocketError("The page cannot be served", error)
    }
    self.port = try WebServer.listen(WebServer.bootstrap(eventLoop, page), port)
    rules = RequestRules(port: self.port)
  }

  /// Makes a link with which one page can log in, once.
  package func makeLink() -> String { link {} }

  /// Makes a link and a file that redirects to it. The file is removed when a page has logged in with the link, or when
  /// the link has expired.
  package func makeLinkFile() throws(LocalSocketError) -> LinkFile {
    let file = try LinkFile(in: .ofUser)
    try file.write(link { file.remove() })
    eventLoop.scheduleTask(in: TimeAmount(Logins.validity)) { file.remove() }
    return file
  }

  private func link(whenUsed: @escaping @Sendable () -> Void) -> String {
    "\(rules.origin)/#token=\(logins.makeToken(whenUsed: whenUsed))"
  }
}

extension WebServer {
  private static func bootstrap(_ eventLoop: any EventLoop, _ page: NIOLoopBound<Page>) -> ServerBootstrap {
    ServerBootstrap(group: eventLoop)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
      .childChannelOption(.socketOption(.so_sndbuf), value: numericCast(WebLimits.sendBuffer))
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try configure(channel, page) }
      }
  }

  /// Listens at a port. Returns its number.
  private static func listen(_ bootstrap: ServerBootstrap, _ port: Int?) throws(LocalSocketError) -> Int {
    if let port { return try bind(bootstrap, port) }
    do throws(LocalSocketError) {
      return try bind(bootstrap, defaultPort)
    } catch {
      return try bind(bootstrap, 0)
    }
  }

  private static func bind(_ bootstrap: ServerBootstrap, _ port: Int) throws(LocalSocketError) -> Int {
    do {
      let channel = try bootstrap.bind(host: RequestRules.address, port: port).wait()
      return channel.localAddress?.port ?? port
    } catch {
      throw failure(error, at: port)
    }
  }

  /// Describes why the page cannot listen at a port.
  static func failure(_ error: any Error, at port: Int) -> LocalSocketError {
    let reason = (error as? IOError).map { Errno(rawValue: $0.errnoCode) } ?? error
    if reason as? Errno == .addressNotAvailable {
      return LocalSocketError("The page needs the address \(RequestRules.address), which this machine does not have.")
    }
    return LocalSocketError("The port \(port) cannot be used", reason)
  }

  private static func configure(_ channel: any Channel, _ page: NIOLoopBound<Page>) throws {
    page.value.add(guest: channel)
    channel.closeFuture.assumeIsolated().whenComplete { _ in page.value.remove(guest: channel) }

    let rules = RequestRules(port: channel.localAddress?.port ?? 0)
    let headers = SecurityHeaders(host: rules.host)
    var limits = NIOHTTPDecoderLimitConfiguration()
    limits.maxHeaderFieldSize = WebLimits.headSize
    limits.maxHeaderListSize = WebLimits.headSize
    limits.maxHeaderFieldCount = WebLimits.headerCount
    let decoder = ByteToMessageHandler(
      HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: limits))
    let encoder = HTTPResponseEncoder()
    let handler = HTTPHandler(rules: rules, headers: headers)
    let upgrader = NIOWebSocketServerUpgrader(
      maxFrameSize: WebLimits.frameSize, automaticErrorHandling: false,
      shouldUpgrade: { channel, head in
        channel.eventLoop.makeSucceededFuture(rules.decide(head) == .webSocket ? headers.all : nil)
      },
      upgradePipelineHandler: { channel, _ in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          let decoder = try pipeline.handler(type: ByteToMessageHandler<WebSocketFrameDecoder>.self)
          try pipeline.addHandler(ByteToMessageHandler(FrameDivider()), position: .before(decoder))
          try pipeline.addHandler(WebSocketHandler(page: page.value))
        }
      })
    let upgrade = HTTPServerUpgradeHandler(
      upgraders: [upgrader], httpEncoder: encoder, extraHTTPHandlers: [decoder, handler],
      upgradeCompletionHandler: { _ in })
    try channel.pipeline.syncOperations.addHandlers([encoder, decoder, upgrade, handler])
  }
}
