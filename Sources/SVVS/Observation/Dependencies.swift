/// The dependencies of one computation of an observer: the properties that the computation has read.
///
/// The owner of the dependencies must call ``removeAll()`` before the observer is released.
@MainActor
package struct Dependencies {
  private var first: Edge.Pointer?

  /// Creates an empty list.
  nonisolated package init() {}

  /// Runs a computation, and returns its new dependencies: the properties that it has read.
  ///
  /// Call this method on the result of ``take()``, and store the returned list. Code that runs within the computation
  /// then finds that the stored list is empty.
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

  /// Removes all dependencies. Later changes of the properties cause no notification.
  package mutating func removeAll() {
    first?.releaseAll()
    first = nil
  }
}
