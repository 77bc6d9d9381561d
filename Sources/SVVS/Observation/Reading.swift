/// What one reading of an observer has read, to be notified of its changes.
///
/// Whoever stores it must call ``end()`` before the observer is released.
@MainActor
package struct Reading {
  private var first: Edge.Pointer?

  /// A reading that has read nothing.
  nonisolated package init() {}

  /// Runs `body`, and observes what it reads in place of what was read before.
  ///
  /// It is called on what ``take()`` returns, and stored when `body` has returned, so that whatever happens meanwhile
  /// finds it empty.
  package consuming func renewed(by observer: any Observer, number: Int, _ body: () -> Void) -> Reading {
    var pass = Pass(of: observer, number: Int32(number), edges: first)
    pass.run(body)
    first = pass.finish()
    return self
  }

  /// What is here, leaving nothing.
  package mutating func take() -> Reading {
    let taken = self
    first = nil
    return taken
  }

  /// Observes nothing any more.
  package mutating func end() {
    first?.releaseAll()
    first = nil
  }
}
