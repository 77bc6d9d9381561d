import SVVS

/// Three numbers. Lives as long as the process.
@MainActor @Store
final class NumbersStore {
  var a = 0
  var b = 0
  var c = 0
}

/// A view of the first number only.
@MainActor @ViewState("propertyA", title: "Number A")
final class PropertyAViewState {
  /// The first number.
  var a: Int {
    get { store.a }
    set { store.a = newValue }
  }

  private let store: NumbersStore
}

/// A view of the second number only.
@MainActor @ViewState("propertyB", title: "Number B")
final class PropertyBViewState {
  /// The second number.
  var b: Int {
    get { store.b }
    set { store.b = newValue }
  }

  private let store: NumbersStore
}

/// A view of the third number only.
@MainActor @ViewState("propertyC", title: "Number C")
final class PropertyCViewState {
  /// The third number.
  var c: Int {
    get { store.c }
    set { store.c = newValue }
  }

  private let store: NumbersStore
}
