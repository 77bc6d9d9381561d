import SVVS

/// A counter that shows the number.
@MainActor @Observable @ViewState("counterA")
final class CounterAViewState {
  /// The number.
  var count: Int { model.count }

  private let model: CounterModel

  init(model: CounterModel) { self.model = model }

  /// Adds to the number.
  @Action func increment(by amount: Int = 1) { model.increment(by: amount) }
}

/// A counter that shows the fizz-buzz text, made in two ways.
@MainActor @Observable @ViewState("counterB")
final class CounterBViewState {
  /// The text, made here.
  var text: String { FizzBuzz.text(for: model.count) }
  /// The text, made by an observable object that this one holds.
  var nestedText: String { nested.text }

  private let model: CounterModel
  private let nested: FizzBuzzViewModel

  init(model: CounterModel) {
    self.model = model
    nested = FizzBuzzViewModel(model: model)
  }

  /// Adds to the number.
  @Action func increment(by amount: Int = 1) { model.increment(by: amount) }
}

/// Makes the fizz-buzz text of a model that it holds.
@MainActor @Observable
final class FizzBuzzViewModel {
  var text: String { FizzBuzz.text(for: model.count) }

  private let model: CounterModel

  init(model: CounterModel) { self.model = model }
}

/// A counter that shows whether the number is even.
@MainActor @Observable @ViewState("counterC")
final class CounterCViewState {
  /// The number.
  var count: Int { model.count }
  /// Whether the number is even.
  var isEven: Bool { model.count.isMultiple(of: 2) }

  private let model: CounterModel

  init(model: CounterModel) { self.model = model }

  /// Adds to the number.
  @Action func increment(by amount: Int = 1) { model.increment(by: amount) }
}
