#if !os(Linux)
  import Dispatch

  /// The dispatch sources of one channel.
  @MainActor
  final class ChannelSources {
    private let channel: Channel
    private var input: PausingSource?
    private var output: PausingSource?

    /// Starts to watch the input.
    init(_ channel: Channel) {
      self.channel = channel
      let source = DispatchSource.makeReadSource(fileDescriptor: channel.inputDescriptor, queue: .main)
      input = PausingSource(source, descriptor: channel.owned) { [weak channel] in
        guard let channel else { return false }
        // An event may arrive for input that was already read. A read would then block.
        if channel.isInputReady { channel.inputReady() }
        return channel.interest.input
      }
    }

    /// Watches the events that the channel requests now.
    func update() {
      guard !channel.isOver else { return end() }
      if channel.interest.input { input?.resume() }
      guard channel.interest.output == .room else { return }
      guard output == nil else {
        output?.resume()
        return
      }
      let source = DispatchSource.makeWriteSource(fileDescriptor: channel.outputDescriptor, queue: .main)
      output = PausingSource(source, descriptor: channel.owned) { [weak channel] in
        guard let channel, channel.isOutputBlocked else { return false }
        channel.outputReady()
        return channel.isOutputBlocked
      }
    }

    /// Stops watching the channel.
    func end() {
      input?.end()
      output?.end()
    }
  }
#endif
