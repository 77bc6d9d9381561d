package import JSON

/// The getter of a view state's property. The types of the state and of the value are erased.
///
/// If the type of the value were not erased, the runtime would instantiate a generic type for each type of value at
/// start. Each instantiation searches all conformances of the program. If the type of the state were not erased, each
/// read would look up a generic type, which takes 330 instructions.
@usableFromInline
package enum ReadableProperty {
  /// A property that is compared as a whole. The getter passes two things to its second argument: the value, and a
  /// closure that writes the value. The closure knows the static type of the value: looking up the dynamic type would
  /// take a third of the time needed to write a list.
  case value(@MainActor (AnyObject, (Any, (inout JSONWriter) -> Void) -> Void) -> Void)
  /// A property that returns an array that records its changes.
  case array(@MainActor (AnyObject, any ObservableArrayReader) -> Void)
}

/// A type with a function that is generic over the element type of an observable array. A closure could not be generic.
@MainActor
@usableFromInline
package protocol ObservableArrayReader {
  /// Reads a property that returns an observable array.
  func read<State: AnyObject, Element: JSONEncodable>(
    _ get: @escaping @MainActor (State) -> ObservableArray<Element>, of state: State)
}
