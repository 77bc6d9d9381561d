/// The life of who observes, as something that can be observed itself.
///
/// Observation offers no way to end a tracking but a change of something it has read. So every
/// tracking reads this too, and the end of the life ends them all; without it, stores would keep
/// what closed views have read in memory until the next change.
@MainActor
final class ObservedLife: Observable {
  private let registrar = ObservationRegistrar()
  private var isOver: Bool { false }

  func access() { registrar.access(self, keyPath: \.isOver) }

  func end() { registrar.withMutation(of: self, keyPath: \.isOver) {} }
}
