/// A property of a view on the wire.
@MainActor
public struct ViewProperty<State: AnyObject> {
  /// The name on the wire.
  public let name: String
  /// What front ends may do with it.
  public let access: PropertyAccess
  /// The schema of its values.
  public let schema: JSONSchema
  /// What it stands for.
  public let description: String?

  /// Makes the record of what a front end was told of it; nil if the property is write-only.
  let record: (@MainActor (State) -> any PropertyRecord)?
  /// Decodes a value and returns the assignment, which cannot fail; nil if the property is read-only.
  let decode: (@MainActor (JSON) throws(JSONDecodingError) -> @MainActor (State) -> Void)?

  /// A property that front ends see.
  public static func readOnly<Value: JSONEncodable>(
    _ name: String, description: String? = nil, get: @escaping @MainActor (State) -> Value
  ) -> Self {
    Self(
      name: name, access: .readOnly, schema: Value.jsonSchema, description: description,
      record: textRecord(get), decode: nil)
  }

  /// A property that front ends see, whose array knows what changed in it.
  public static func readOnly<Element: JSONCodable>(
    _ name: String, description: String? = nil, get: @escaping @MainActor (State) -> ObservableArray<Element>
  ) -> Self {
    Self(
      name: name, access: .readOnly, schema: [Element].jsonSchema, description: description,
      record: { state in ArrayRecord(of: state, get: get) }, decode: nil)
  }

  /// A property that front ends see and set.
  public static func readWrite<Value: JSONCodable>(
    _ name: String, description: String? = nil, get: @escaping @MainActor (State) -> Value,
    set: @escaping @MainActor (State, Value) -> Void
  ) -> Self {
    Self(
      name: name, access: .readWrite, schema: Value.jsonSchema, description: description,
      record: textRecord(get), decode: decoder(set))
  }

  /// A property that front ends set and never see.
  public static func writeOnly<Value: JSONDecodable>(
    _ name: String, description: String? = nil, set: @escaping @MainActor (State, Value) -> Void
  ) -> Self {
    Self(
      name: name, access: .writeOnly, schema: Value.jsonSchema, description: description,
      record: nil, decode: decoder(set))
  }

  private static func textRecord<Value: JSONEncodable>(
    _ get: @escaping @MainActor (State) -> Value
  ) -> @MainActor (State) -> any PropertyRecord {
    { state in TextRecord(of: state) { state, writer in get(state).encode(to: &writer) } }
  }

  private static func decoder<Value: JSONDecodable>(
    _ set: @escaping @MainActor (State, Value) -> Void
  ) -> @MainActor (JSON) throws(JSONDecodingError) -> @MainActor (State) -> Void {
    { json throws(JSONDecodingError) in
      let value = try Value(json: json)
      return { state in set(state, value) }
    }
  }
}

/// What front ends may do with a property.
public enum PropertyAccess: String, Sendable {
  /// See it.
  case readOnly
  /// See it and set it.
  case readWrite
  /// Set it.
  case writeOnly
}

// MARK: - Misuse

// The compiler picks these when a type has no JSON form, so that the author reads what to do
// instead of a failed requirement of an expansion.
extension ViewProperty {
  /// Unavailable: the type of the property has no JSON form.
  @available(
    *, unavailable,
    message: "the type of this property has no JSON form: mark it @JSONCodable, or make the property private"
  )
  public static func readOnly<Value>(
    _ name: String, description: String? = nil, get: @escaping @MainActor (State) -> Value
  ) -> Self { fatalError("unavailable") }

  /// Unavailable: the type of the property has no JSON form.
  @available(
    *, unavailable,
    message: "the type of this property has no JSON form: mark it @JSONCodable, or make the property private"
  )
  public static func readWrite<Value>(
    _ name: String, description: String? = nil, get: @escaping @MainActor (State) -> Value,
    set: @escaping @MainActor (State, Value) -> Void
  ) -> Self { fatalError("unavailable") }

  /// Unavailable: an observable array is changed by its methods, and front ends only see it.
  @available(
    *, unavailable, message: "an ObservableArray is changed in place: declare it with let, or private(set) var"
  )
  public static func readWrite<Element>(
    _ name: String, description: String? = nil, get: @escaping @MainActor (State) -> ObservableArray<Element>,
    set: @escaping @MainActor (State, ObservableArray<Element>) -> Void
  ) -> Self { fatalError("unavailable") }
}
