import Dispatch
import SystemSupport

/// A dispatch source that pauses at each event until the event has been handled, so that events do not overlap.
@MainActor
final class PausingSource {
  private enum State {
    case waiting, handling, paused, ended
  }

  private let source: any DispatchSourceProtocol
  private let isReady: () -> Bool
  private let event: @MainActor () -> Bool
  private var state = State.waiting

  /// Creates and activates a source on the main queue.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor to watch.
  ///   - events: What to wait for: `Waiting.toRead` or `Waiting.toWrite`.
  ///   - owned: The owner of the descriptor, which is kept open until the source no longer uses it.
  ///   - event: Handles an event. If it returns true, the source resumes now; otherwise, ``resume()`` resumes it. It
  ///     runs in a new task of the main actor. The handler of a source does not run in a task, and outside of a task
  ///     the runtime does not start an immediate task at once.
  init(
    _ descriptor: Int32, for events: Int16, owned: OwnedDescriptor? = nil, event: @escaping @MainActor () -> Bool
  ) {
    source =
      events == Waiting.toRead
      ? DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
      : DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: .main)
    isReady = { Waiting.isReady(descriptor, for: events) }
    self.event = event
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.state == .waiting else { return }
        self.source.suspend()
        self.handle()
      }
    }
    source.setCancelHandler { withExtendedLifetime(owned) {} }
    source.activate()
  }

  isolated deinit { end() }

  /// Accepts the next event.
  func resume() {
    guard state == .paused else { return }
    // After a hang-up, libdispatch reports nothing more on Linux, although the peer's last input may be left.
    if isReady() { return handle() }
    state = .waiting
    source.resume()
  }

  /// Stops all events, including one that is already pending.
  func end() {
    guard state != .ended else { return }
    // A source that is suspended cannot be released.
    let isSuspended = state != .waiting
    state = .ended
    source.cancel()
    if isSuspended { source.resume() }
  }

  private func handle() {
    state = .handling
    Task {
      guard state == .handling else { return }
      state = .paused
      if event() { resume() }
    }
  }
}
