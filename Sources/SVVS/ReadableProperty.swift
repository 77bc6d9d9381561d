package import JSON

/// The getter of a property of a view state, with the type of the values erased.
///
/// A generic type for each type of values would be instantiated by the runtime at start, which searches all
/// conformances of the program.
@usableFromInline
package enum ReadableProperty<State: AnyObject> {
  /// A property that is compared as a whole. The getter passes on the value, and a closure that writes it and knows its
  /// static type: to find out the dynamic type takes a third of the time in which a list is written.
  case value(@MainActor (State, (Any, (inout JSONWriter) -> Void) -> Void) -> Void)
  /// A property that returns an array that records its changes.
  case array(@MainActor (State, any ObservableArrayReader) -> Void)
}

/// A generic function over the element types of observable arrays.
@MainActor
@usableFromInline
package protocol ObservableArrayReader {
  /// Reads a property that returns an observable array.
  func read<State: AnyObject, Element: JSONEncodable>(
    _ get: @escaping @MainActor (State) -> ObservableArray<Element>, of state: State)
}
