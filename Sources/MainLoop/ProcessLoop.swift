package import SystemSupport

/// The loop that runs the main thread of a server.
///
///     let loop = makeProcessLoop()
///     loop.serve(input: StandardStreams.input, output: output, owned: nil) { Greeter($0) }
///     loop.run(server)
///
/// Connections and watches can be added and removed at any time, even while the loop runs.
@MainActor
package protocol ProcessLoop: TurnScheduler {
  /// Serves a connection over two descriptors, for example stdin and stdout. Does nothing after a call of
  /// ``end(status:)``.
  ///
  /// Before the connection ends, the loop waits for the reader to read the output that is left. If the process ends with
  /// the connection, the loop serves nothing else meanwhile.
  ///
  /// - Parameters:
  ///   - owned: The descriptor that is closed when the connection ends. Nil if the process ends with the connection.
  ///   - makeClient: Makes the client of the connection. It is called before this method returns.
  func serve(
    input: Int32, output: Output, owned: OwnedDescriptor?, client makeClient: (any Transport) -> any TransportClient)

  /// Calls `ready` whenever `descriptor`, for example a listening socket, can be read. The calls stop when the watch
  /// is cancelled.
  ///
  /// As long as there is something to read, `ready` is called again. After each call, the loop calls
  /// ``TurnClient/turnEnded()``.
  @discardableResult
  func watch(_ descriptor: Int32, ready: @escaping @MainActor () -> Void) -> Watch

  /// Ends the process with `status` when no connection is left. If there is no connection now, the process ends at
  /// the end of this turn.
  ///
  /// From now on the loop accepts nothing new: it closes a descriptor that is passed to `connect`, never calls a new
  /// watch, and does not serve other streams. Existing connections continue until each of them is ended. The process
  /// also ends when the connection over stdin and stdout ends. Only the first call has an effect.
  ///
  ///     func terminationRequested() {
  ///       for connection in connections { connection.end(status: 0, timeout: .seconds(5)) }
  ///       loop.end(status: 0)
  ///     }
  func end(status: Int32)

  /// Runs the loop on the main thread until the process ends. The process ends when the connection over stdin and
  /// stdout ends. After a call of ``end(status:)``, it also ends when no connection is left.
  func run(_ client: any MainLoopClient) -> Never
}

extension ProcessLoop {
  /// Serves a connection over one descriptor, for example an accepted socket. The loop closes the descriptor when the
  /// connection ends.
  ///
  /// The end of this connection does not affect the process or other connections. While the loop waits for the reader
  /// to read the output that is left, it serves the other connections. Then it releases the client.
  ///
  ///     loop.watch(listener) {
  ///       let descriptor = accept(listener, nil, nil)
  ///       if descriptor >= 0 { loop.connect(descriptor) { Greeter($0) } }
  ///     }
  ///
  /// - Parameters:
  ///   - descriptor: A socket for reading and writing. The loop owns it from now on.
  ///   - makeClient: Makes the client of the connection. It is called before this method returns.
  package func connect(_ descriptor: Int32, client makeClient: (any Transport) -> any TransportClient) {
    let owned = OwnedDescriptor(descriptor)
    serve(input: descriptor, output: Output(descriptor: descriptor), owned: owned, client: makeClient)
  }
}

/// Makes the loop for this system.
@MainActor
package func makeProcessLoop() -> any ProcessLoop {
  Platform.hasEpoll ? PollLoop() : DispatchLoop()
}
