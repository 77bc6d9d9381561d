// The compiler selects these overloads if a type has no JSON form. Their messages say how to fix the error. Without
// these overloads, the error would be a failed requirement in the expansion of the macro ``JSONCodable(omitsNil:)``.

extension JSONSchema.Member {
  /// Unavailable: the type of the member has no JSON form.
  @available(*, unavailable, message: "the type of this member has no JSON form: mark the type @JSONCodable")
  public init<Value>(
    _ name: String, _ type: Value.Type, isRequired: Bool? = nil, title: String? = nil, description: String? = nil
  ) { fatalError("unavailable") }

  /// Unavailable: the type of the member has no JSON form.
  @available(*, unavailable, message: "the type of this member has no JSON form: mark the type @JSONCodable")
  public init<Root, Value>(
    _ name: String, of value: @MainActor (Root) -> Value, isRequired: Bool? = nil, title: String? = nil,
    description: String? = nil
  ) { fatalError("unavailable") }

  /// Unavailable: the type of the member has no JSON form.
  @available(*, unavailable, message: "the type of this member has no JSON form: mark the type @JSONCodable")
  public init<Root, Value>(
    _ name: String, ofWrapped value: @MainActor (Root) -> Value?, isRequired: Bool? = nil, title: String? = nil,
    description: String? = nil
  ) { fatalError("unavailable") }
}

extension JSONValue {
  /// Unavailable: values of the type cannot be read.
  @available(
    *, unavailable, message: "values of this type cannot be read from JSON: use a struct or an enum marked @JSONCodable"
  )
  public func decode<Value>(_ key: String, as type: Value.Type = Value.self) throws(JSONDecodingError) -> Value {
    fatalError("unavailable")
  }

  /// Unavailable: values of the type cannot be read.
  @available(
    *, unavailable, message: "values of this type cannot be read from JSON: use a struct or an enum marked @JSONCodable"
  )
  public func decode<Value>(
    _ key: String, default value: @autoclosure () -> Value
  ) throws(JSONDecodingError) -> Value { fatalError("unavailable") }
}

extension JSONWriter {
  /// Unavailable: values of the type cannot be written.
  @available(*, unavailable, message: "values of this type cannot be written as JSON: mark the type @JSONCodable")
  public mutating func member<Value>(_ name: String, _ value: Value) { fatalError("unavailable") }
}
