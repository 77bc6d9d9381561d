// swift-format-ignore-file: NoLeadingUnderscores

public import JSON

/// A property of a view type, written by ``ViewState(_:title:isStart:)``.
@MainActor
public struct _ViewProperty<State: AnyObject> {
  /// The description for front ends.
  package let description: ViewTypeDescription.Property

  /// The getter; nil if the property is write-only.
  let readable: ReadableProperty<State>?
  /// Decodes a value and returns the assignment, which cannot fail; nil if the property is read-only.
  package let decode: (@MainActor (JSONValue) throws(JSONDecodingError) -> @MainActor (State) -> Void)?

  @usableFromInline init(
    _ name: String, _ access: PropertyAccess, _ schema: JSONSchema, _ description: String?, _ hints: _PropertyHints?,
    readable: ReadableProperty<State>? = nil,
    decode: (@MainActor (JSONValue) throws(JSONDecodingError) -> @MainActor (State) -> Void)? = nil
  ) {
    self.description = ViewTypeDescription.Property(
      name: name, access: access, schema: schema, description: description, hints: hints)
    self.readable = readable
    self.decode = decode
  }

  /// Creates a read-only property.
  @inlinable
  public static func readOnly<Value: JSONEncodable & JSONRepresentable>(
    _ name: String, description: String? = nil, hints: _PropertyHints? = nil,
    get: @escaping @MainActor (State) -> Value
  ) -> Self {
    Self(
      name, .readOnly, Value.jsonSchema, description, hints,
      readable: .value { state, use in
        let value = get(state)
        use(value) { value.encode(to: &$0) }
      })
  }

  /// Creates a read-only property that returns an array that records its changes.
  public static func readOnly<Element: JSONCodable>(
    _ name: String, description: String? = nil, hints: _PropertyHints? = nil,
    get: @escaping @MainActor (State) -> ObservableArray<Element>
  ) -> Self {
    Self(
      name, .readOnly, [Element].jsonSchema, description, hints,
      readable: .array { state, reader in reader.read(get, of: state) })
  }

  /// Creates a property that front ends read and set.
  public static func readWrite<Value: JSONCodable>(
    _ name: String, description: String? = nil, hints: _PropertyHints? = nil,
    get: @escaping @MainActor (State) -> Value,
    set: @escaping @MainActor (State, Value) -> Void
  ) -> Self {
    Self(
      name, .readWrite, Value.jsonSchema, description, hints,
      readable: .value { state, use in
        let value = get(state)
        use(value) { value.encode(to: &$0) }
      }, decode: decoder(set))
  }

  /// Creates a property that front ends set and are never sent.
  public static func writeOnly<Value: JSONDecodable>(
    _ name: String, description: String? = nil, hints: _PropertyHints? = nil,
    set: @escaping @MainActor (State, Value) -> Void
  ) -> Self {
    Self(name, .writeOnly, Value.jsonSchema, description, hints, decode: decoder(set))
  }

  private static func decoder<Value: JSONDecodable>(
    _ set: @escaping @MainActor (State, Value) -> Void
  ) -> @MainActor (JSONValue) throws(JSONDecodingError) -> @MainActor (State) -> Void {
    { json throws(JSONDecodingError) in
      let value = try Value(json: json)
      return { state in set(state, value) }
    }
  }
}

// MARK: - Misuse

// The compiler selects these overloads if a type has no JSON form. Their messages say what to do; the error would
// otherwise be a failed requirement in the expansion of a macro.
extension _ViewProperty {
  /// Unavailable: the type of the property has no JSON form.
  @available(
    *, unavailable,
    message: "the type of this property has no JSON form: mark the type @JSONCodable, or make the property private"
  )
  public static func readOnly<Value>(
    _ name: String, description: String? = nil, hints: _PropertyHints? = nil,
    get: @escaping @MainActor (State) -> Value
  ) -> Self { fatalError("unavailable") }

  /// Unavailable: the type of the property has no JSON form.
  @available(
    *, unavailable,
    message: "the type of this property has no JSON form: mark the type @JSONCodable, or make the property private"
  )
  public static func readWrite<Value>(
    _ name: String, description: String? = nil, hints: _PropertyHints? = nil,
    get: @escaping @MainActor (State) -> Value,
    set: @escaping @MainActor (State, Value) -> Void
  ) -> Self { fatalError("unavailable") }

  /// Unavailable: front ends cannot set an observable array.
  @available(
    *, unavailable, message: "front ends cannot set an ObservableArray: declare it with let or private(set) var"
  )
  public static func readWrite<Element>(
    _ name: String, description: String? = nil, hints: _PropertyHints? = nil,
    get: @escaping @MainActor (State) -> ObservableArray<Element>,
    set: @escaping @MainActor (State, ObservableArray<Element>) -> Void
  ) -> Self { fatalError("unavailable") }
}
