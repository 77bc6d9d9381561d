extension Effect {
  /// Observes a value and runs an action after each change until the effect is cancelled, like SwiftUI's
  /// `onChange(of:)`.
  ///
  /// Use it for work that a change of shared state causes, such as another fetch. To show a value, use a computed
  /// property instead: the changes that the action makes are sent one commit after their cause.
  ///
  /// ```swift
  /// effects.add(.onChange(of: { self.book }, initial: true) { if $0 != nil { self.hasNews = true } })
  /// ```
  ///
  /// Changes while the action runs cause one further run, with the latest value.
  ///
  /// - Parameters:
  ///   - value: Returns the value. The observed properties and `@Observable` objects that it reads are observed.
  ///   - initial: Whether to run the action for the first value as well.
  ///   - action: The work for a new value. It may suspend.
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
        // The stream may still deliver, after the cancellation, a change that came before it.
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

/// Reads a value repeatedly, and sends one notification after each read, when the value may have changed.
@MainActor
private final class ValueObserver<Value>: Observer {
  private let value: @MainActor () -> Value
  private let notify: @MainActor () -> Void
  private var dependencies = Dependencies()
  private lazy var objects = ObservableTracking(for: self, number: 0)

  init(of value: @escaping @MainActor () -> Value, notify: @escaping @MainActor () -> Void) {
    self.value = value
    self.notify = notify
  }

  isolated deinit { dependencies.removeAll() }

  func read() -> Value {
    var found: Value?
    objects.track {
      dependencies = dependencies.take().renewed(by: self, number: 0) { found = value() }
    }
    guard let found else { preconditionFailure("tracking runs the computation synchronously") }
    return found
  }

  func changed(_ computation: Int) { notify() }

  func end() {
    dependencies.removeAll()
    objects.cancel()
  }
}
