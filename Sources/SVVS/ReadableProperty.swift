package import JSON

/// How a property of a state is read, without the type of its values.
///
/// A type of its own for each type of values would be made by the runtime at start, which looks through all
/// conformances of the program.
@usableFromInline
package enum ReadableProperty<State: AnyObject> {
  /// A property that is compared as a whole. The value is passed on when the getter has returned, with what writes it,
  /// which knows the type: a third of the time to write a list goes into finding that out.
  case value(@MainActor (State, (Any, (inout JSONWriter) -> Void) -> Void) -> Void)
  /// A property whose array knows what changed in it, for a reader that takes it with its type.
  case array(@MainActor (State, any ObservableArrayReader) -> Void)
}

/// What takes an observable array with the type of its elements.
@MainActor
@usableFromInline
package protocol ObservableArrayReader {
  /// Takes a property of a state that shows such an array.
  func read<State: AnyObject, Element: JSONEncodable>(
    _ get: @escaping @MainActor (State) -> ObservableArray<Element>, of state: State)
}
