extension Effect {
  /// Observes a value and runs an action after each change until the effect is cancelled, like SwiftUI's
  /// `onChange(of:)`.
  ///
  /// Use it to start work when shared state changes (for example, another fetch). To show a value, use a computed
  /// property instead: the changes that the action makes are sent one commit later than the change that caused them.
  ///
  /// ```swift
  /// effects.add(.onChange(of: { self.book }, initial: true) { if $0 != nil { self.hasNews = true } })
  /// ```
  ///
  /// If the value changes while the action runs, the action runs once more afterwards, with the latest value.
  ///
  /// - Parameters:
  ///   - value: A closure that returns the value. Every observed property and every `@Observable` object that the
  ///     closure reads is observed.
  ///   - initial: Whether to run the action for the first value as well.
  ///   - action: The action to run for each new value. It may suspend.
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
        // After the cancellation, the stream may still deliver an earlier change.
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

/// An observer that reads a value. After each read, it sends one notification when the value may have changed.
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
