/// One thing that can be observed and can change.
///
/// Its key path is a constant. That of a generic class is not: the runtime makes it anew each time it is
/// mentioned, in 16,000 instructions.
@MainActor
final class ObservationPoint: Observable {
  private let registrar = ObservationRegistrar()
  private var isChanged: Bool { false }

  /// Counts as reading it.
  func access() { registrar.access(self, keyPath: \.isChanged) }

  /// Tells of a change that `mutation` makes.
  func change(_ mutation: () -> Void = {}) { registrar.withMutation(of: self, keyPath: \.isChanged, mutation) }
}
