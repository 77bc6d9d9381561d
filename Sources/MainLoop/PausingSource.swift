import Dispatch
import SystemSupport

/// A dispatch source that pauses at each event until the event has been handled, so that events do not overlap.
@MainActor
final class PausingSource {
  private let source: any DispatchSourceProtocol
  private var isPaused = false
  private var hasEnded = false

  /// Creates and activates a source.
  ///
  /// - Parameters:
  ///   - source: A source on the main queue that is not active yet.
  ///   - descriptor: The watched descriptor. It is kept open until the source no longer uses it.
  ///   - event: Handles an event. If it returns true, the source resumes now; otherwise, ``resume()`` resumes it. It
  ///     runs in a new task of the main actor. The handler of a source does not run in a task, and outside of a task
  ///     the runtime does not start an immediate task at once.
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
          self.resume()
        }
      }
    }
    source.setCancelHandler { withExtendedLifetime(descriptor) {} }
    source.activate()
  }

  isolated deinit { end() }

  /// Accepts the next event.
  func resume() {
    guard isPaused else { return }
    isPaused = false
    source.resume()
  }

  /// Stops all events, including one that is already pending.
  func end() {
    guard !hasEnded else { return }
    hasEnded = true
    source.cancel()
    // A source that is paused cannot be released.
    resume()
  }

  private func pause() {
    guard !isPaused else { return }
    isPaused = true
    source.suspend()
  }
}
