#if os(Linux)
  /// The main loop for this operating system.
  ///
  ///     let loop = ProcessLoop()
  ///     loop.serve(input: StandardStreams.input, output: output) { Greeter($0) }
  ///     loop.run(server)
  public typealias ProcessLoop = PollLoop
#else
  /// The main loop for this operating system.
  ///
  ///     let loop = ProcessLoop()
  ///     loop.serve(input: StandardStreams.input, output: output) { Greeter($0) }
  ///     loop.run(server)
  public typealias ProcessLoop = DispatchLoop
#endif
