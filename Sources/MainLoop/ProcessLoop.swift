#if os(Linux)
  /// The loop of this system.
  ///
  ///     let loop = ProcessLoop()
  ///     loop.serve(input: StandardStreams.input, output: output) { Greeter($0) }
  ///     loop.run(server)
  public typealias ProcessLoop = PollLoop
#else
  /// The loop of this system.
  ///
  ///     let loop = ProcessLoop()
  ///     loop.serve(input: StandardStreams.input, output: output) { Greeter($0) }
  ///     loop.run(server)
  public typealias ProcessLoop = DispatchLoop
#endif
