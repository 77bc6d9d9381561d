import LocalSocket
import NIOCore
import NIOPosix

/// Connects to the app's server, and starts it if necessary.
///
/// Connecting blocks, so a thread of its own does it. There is only one such thread: the locks with which processes
/// agree who starts the server belong to the process, so two threads would not exclude each other.
struct AppConnector: Sendable {
  private let server: DetachedServer
  private let serverName: String
  private let thread: NIOThreadPool

  init(_ server: DetachedServer, serverName: String) {
    self.server = server
    self.serverName = serverName
    thread = NIOThreadPool(numberOfThreads: 1)
    thread.start()
  }

  /// - Parameter isStarting: Whether to start the server if it does not run.
  func connect(
    isStarting: Bool, to webSocket: WebSocketHandler, on eventLoop: any EventLoop
  ) -> EventLoopFuture<NIOLoopBound<AppHandler>> {
    let app = AppHandler(for: webSocket, serverName: serverName, log: server.log)
    let handler = NIOLoopBound(app, eventLoop: eventLoop)
    return thread.runIfActive(eventLoop: eventLoop) { [self] in try open(isStarting: isStarting) }
      .flatMap { descriptor in
        ClientBootstrap(group: eventLoop)
          .channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(handler.value) }
          }
          .withConnectedSocket(descriptor)
      }
      .map { _ in handler }
  }

  /// Returns a blocking descriptor, which the caller closes.
  func open(isStarting: Bool) throws(LocalSocketError) -> Int32 {
    if isStarting { return try server.connect() }
    if let descriptor = try server.connectIfRunning() { return descriptor }
    throw LocalSocketError("No server listens at \(serverName).")
  }
}
