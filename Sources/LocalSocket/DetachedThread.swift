import SystemSupport

/// Starts detached threads. Foundation has such threads, too, but loading Foundation only for this purpose would delay
/// the start of a program.
package enum DetachedThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread that runs `body`.
  package static func start(_ body: @escaping @Sendable () -> Void) throws(LocalSocketError) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let context = Unmanaged.passRetained(Body(run: body))
    var thread = Platform.noThread
    let failure = pthread_create(
      &thread, &attributes,
      { context in
        // The pointer is optional on Linux, and not optional on macOS.
        let context: UnsafeMutableRawPointer? = context
        if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, context.toOpaque())
    guard failure != 0 else { return }
    context.release()
    throw LocalSocketError("No thread can be started", Errno(rawValue: failure))
  }
}
