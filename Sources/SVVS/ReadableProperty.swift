package import JSON

/// How a property of a state is read, without the type of its values.
@MainActor
package protocol ReadableProperty<State> {
  associatedtype State: AnyObject

  /// Has a reader take the property of a state, with its type.
  func record<Reader: PropertyReader>(of state: State, by reader: Reader) -> Reader.Record
}

/// What follows the properties of a state makes its records by this.
@MainActor
package protocol PropertyReader {
  associatedtype Record

  /// The record of a property whose values are compared as a whole.
  func value<State: AnyObject, Value: JSONEncodable>(of state: State, get: @escaping @MainActor (State) -> Value)
    -> Record

  /// The record of a property whose array knows what changed in it.
  func array<State: AnyObject, Element: JSONEncodable>(
    of state: State, get: @escaping @MainActor (State) -> ObservableArray<Element>
  ) -> Record
}

struct ReadableValue<State: AnyObject, Value: JSONEncodable>: ReadableProperty {
  let get: @MainActor (State) -> Value

  func record<Reader: PropertyReader>(of state: State, by reader: Reader) -> Reader.Record {
    reader.value(of: state, get: get)
  }
}

struct ReadableArray<State: AnyObject, Element: JSONEncodable>: ReadableProperty {
  let get: @MainActor (State) -> ObservableArray<Element>

  func record<Reader: PropertyReader>(of state: State, by reader: Reader) -> Reader.Record {
    reader.array(of: state, get: get)
  }
}
