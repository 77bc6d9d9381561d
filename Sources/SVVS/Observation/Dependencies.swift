/// The dependencies of one computation of an observer: the properties that it has read.
///
/// Its owner must call ``removeAll()`` before the observer is released.
@MainActor
package struct Dependencies {
  private var first: Edge.Pointer?

  /// Creates an empty list.
  nonisolated package init() {}

  /// Runs a computation, and returns the properties that it has read as its dependencies.
  ///
  /// Call this on the result of ``take()`` and store what it returns, so that code that runs within the computation
  /// finds the stored list empty.
  package consuming func renewed(by observer: any Observer, number: Int, _ computation: () -> Void) -> Dependencies {
    var pass = TrackingPass(of: observer, number: Int32(number), edges: first)
    pass.run(computation)
    first = pass.finish()
    return self
  }

  /// Returns the dependencies, and leaves an empty list.
  package mutating func take() -> Dependencies {
    let taken = self
    first = nil
    return taken
  }

  /// Removes all dependencies, so that their changes cause no notification.
  package mutating func removeAll() {
    first?.releaseAll()
    first = nil
  }
}
