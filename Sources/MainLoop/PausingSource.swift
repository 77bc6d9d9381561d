#if !os(Linux)
  import Dispatch
  import SystemSupport

  /// A dispatch source that pauses at each event until it was handled, so that no other comes before.
  @MainActor
  final class PausingSource {
    private let source: any DispatchSourceProtocol
    private var isPaused = false
    private var hasEnded = false

    /// Watches with a source of the main queue that is not active yet.
    ///
    /// - Parameters:
    ///   - descriptor: What the source watches, kept open until the source has let go of it.
    ///   - event: Runs as a task of the main actor: the handler of a source is on the main queue but
    ///     in no task, and there the runtime would not start an immediate task at once. Returns whether
    ///     the source goes on now; otherwise ``goOn()`` lets it.
    init(
      _ source: any DispatchSourceProtocol, descriptor: OwnedDescriptor? = nil, event: @escaping @MainActor () -> Bool
    ) {
      self.source = source
      source.setEventHandler { [weak self] in
        MainActor.assumeIsolated {
          guard let self, !self.hasEnded else { return }
          self.pause()
          Task {
            guard !self.hasEnded, event() else { return }
            self.goOn()
          }
        }
      }
      source.setCancelHandler { withExtendedLifetime(descriptor) {} }
      source.activate()
    }

    isolated deinit { end() }

    /// Lets the next event come.
    func goOn() {
      guard isPaused else { return }
      isPaused = false
      source.resume()
    }

    /// Lets no further event come, also none that is on the way.
    func end() {
      guard !hasEnded else { return }
      hasEnded = true
      source.cancel()
      // A source that is paused cannot be released.
      goOn()
    }

    private func pause() {
      guard !isPaused else { return }
      isPaused = true
      source.suspend()
    }
  }
#endif
