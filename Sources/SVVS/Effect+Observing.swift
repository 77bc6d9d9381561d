extension Effect {
  /// Observes a value and acts on each change of it until the effect is cancelled, as SwiftUI's `onChange(of:)`
  /// does.
  ///
  /// It is for work that a change of shared state causes. What only shows a value is a computed property: the
  /// action comes a commit later than its cause.
  ///
  /// ```swift
  /// effects.add(.onChange(of: { self.book }, initial: true) { if $0 != nil { self.hasNews = true } })
  /// ```
  ///
  /// Changes during the work are acted on afterwards, once.
  ///
  /// - Parameters:
  ///   - value: Reads the value; whatever it reads of observed properties and `@Observable` objects is
  ///     observed.
  ///   - initial: Whether to act on the first value, too.
  ///   - action: Gets the new value, and may wait.
  @MainActor
  public static func onChange<Value: Equatable>(
    of value: @escaping @MainActor () -> Value, initial: Bool = false,
    _ action: @escaping @MainActor (Value) async -> Void
  ) -> Effect {
    .task {
      let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
      let observer = ValueObserver(of: value) { change.yield() }
      var known = observer.read()
      if initial { await action(known) }
      for await _ in changes {
        // A change that came before the cancellation may still be handed out after it.
        guard !Task.isCancelled else { break }
        let current = observer.read()
        guard current != known else { continue }
        known = current
        await action(current)
      }
      observer.end()
    }
  }
}

/// Reads a value repeatedly, and sends a notification of the first change after each read.
@MainActor
private final class ValueObserver<Value>: Observer {
  private let value: @MainActor () -> Value
  private let notice: @MainActor () -> Void
  private var dependencies = Dependencies()
  private lazy var objects = ObservableTracking(for: self, number: 0)

  init(of value: @escaping @MainActor () -> Value, notice: @escaping @MainActor () -> Void) {
    self.value = value
    self.notice = notice
  }

  isolated deinit { dependencies.removeAll() }

  func read() -> Value {
    var found: Value?
    objects.track {
      dependencies = dependencies.take().renewed(by: self, number: 0) { found = value() }
    }
    guard let found else { preconditionFailure("tracking runs what it is given") }
    return found
  }

  func changed(_ computation: Int) { notice() }

  func end() {
    dependencies.removeAll()
    objects.cancel()
  }
}
