import Dispatch

/// A dispatch source that pauses after each event until it is told to go on.
///
/// So an event is handled before the next can come. It also keeps clear of libdispatch's epoll loop,
/// which may touch a source that is cancelled while an event of its own is on the way.
@MainActor
final class PausingSource {
  private let source: any DispatchSourceProtocol
  private var isPaused = false

  /// Watches with a source of the main queue that is not active yet.
  ///
  /// - Parameter event: Runs as a task of the main actor. The handler of a source is on the main
  ///   queue but in no task, and there the runtime would not start an immediate task at once.
  init(_ source: any DispatchSourceProtocol, event: @escaping @MainActor () -> Void) {
    self.source = source
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        guard let self else { return }
        self.pause()
        Task { event() }
      }
    }
    source.activate()
  }

  /// Lets the next event come.
  func goOn() {
    guard isPaused else { return }
    isPaused = false
    source.resume()
  }

  /// Lets no further event come.
  func end() {
    source.cancel()
    goOn()
  }

  private func pause() {
    guard !isPaused else { return }
    isPaused = true
    source.suspend()
  }
}
