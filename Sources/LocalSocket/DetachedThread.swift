package import SystemSupport

/// A detached thread. Foundation has such threads, too, but loading Foundation only for this purpose would delay the
/// start of a program.
package struct DetachedThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private let body: Body

  package init(_ run: @escaping @Sendable () -> Void) {
    body = Body(run: run)
  }

  /// Starts the thread. Returns nil if the thread was started; otherwise returns the error.
  package func start() -> Errno? {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let context = Unmanaged.passRetained(body)
    var thread = Platform.noThread
    let failure = pthread_create(
      &thread, &attributes,
      { context in
        // The pointer is optional on Linux, and not optional on macOS.
        let context: UnsafeMutableRawPointer? = context
        if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, context.toOpaque())
    guard failure != 0 else { return nil }
    context.release()
    return Errno(rawValue: failure)
  }
}
