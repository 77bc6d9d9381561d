import Dispatch

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// SIGTERM and SIGINT as events of the main queue.
@MainActor
final class TerminationSignals {
  private let sources: [any DispatchSourceSignal]

  init(handler: @escaping @MainActor () -> Void) {
    sources = [SIGTERM, SIGINT].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler { MainActor.assumeIsolated(handler) }
      source.activate()
      return source
    }
  }
}
