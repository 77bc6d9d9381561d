/// One thing that can be observed and can change.
///
/// Its key path is a constant. That of a generic class is not: the runtime makes it anew each time it is
/// mentioned, in 16,000 instructions.
@MainActor
package final class ObservationPoint: Observable {
  private let registrar = ObservationRegistrar()

  /// A thing that nobody has read.
  package init() {}

  private var isChanged: Bool { false }

  /// Counts as reading it.
  package func access() { registrar.access(self, keyPath: \.isChanged) }

  /// Tells of a change that `mutation` makes.
  package func change(_ mutation: () -> Void = {}) { registrar.withMutation(of: self, keyPath: \.isChanged, mutation) }
}
