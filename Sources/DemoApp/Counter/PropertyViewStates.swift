import SVVS

/// Three numbers in one store. Lives as long as the process.
@MainActor @Observable
final class Model {
  var a = 0
  var b = 0
  var c = 0
}

/// A view of the first number alone.
@MainActor @Observable @ViewState("propertyA")
final class PropertyAViewState {
  /// The first number.
  var a: Int {
    get { model.a }
    set { model.a = newValue }
  }

  private let model: Model

  init(model: Model) { self.model = model }
}

/// A view of the second number alone.
@MainActor @Observable @ViewState("propertyB")
final class PropertyBViewState {
  /// The second number.
  var b: Int {
    get { model.b }
    set { model.b = newValue }
  }

  private let model: Model

  init(model: Model) { self.model = model }
}

/// A view of the third number alone.
@MainActor @Observable @ViewState("propertyC")
final class PropertyCViewState {
  /// The third number.
  var c: Int {
    get { model.c }
    set { model.c = newValue }
  }

  private let model: Model

  init(model: Model) { self.model = model }
}
