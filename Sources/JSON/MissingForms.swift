// swift-format-ignore-file: NoLeadingUnderscores

// Support for the code that the macros generate. For a member whose type has no JSON form, the compiler reports one
// error, which contains the name of the type: "global function '_theTypeMustBeMarkedJSONCodable' requires that 'Item'
// conform to 'JSONRepresentable'". The other uses of the member compile: see `_member` and `_decode` below.

// MARK: - Types of members

/// Returns the type of a member that is written and read. The compiler's message about a type without a JSON form
/// contains the name of this function.
@inlinable
public func _theTypeMustBeMarkedJSONCodable<Value: JSONCodable>(_ type: Value.Type) -> Value.Type { type }

/// Unavailable: values of the type cannot be written.
@available(*, unavailable, message: "values of this type cannot be written as JSON: add a conformance to JSONEncodable")
public func _theTypeMustBeMarkedJSONCodable<Value: JSONDecodable>(_ type: Value.Type) -> Value.Type { type }

/// Unavailable: values of the type cannot be read.
@available(
  *, unavailable, message: "values of this type cannot be read from JSON: use a struct or an enum marked @JSONCodable"
)
public func _theTypeMustBeMarkedJSONCodable<Value: JSONRepresentable>(_ type: Value.Type) -> Value.Type { type }

/// Unavailable: a dictionary with other keys has no JSON form.
@available(
  *, unavailable, message: "the keys of a dictionary must be strings, integers or UUIDs, or have such raw values"
)
public func _theTypeMustBeMarkedJSONCodable<Key, Value: JSONRepresentable>(
  _ type: [Key: Value].Type
) -> [Key: Value].Type { type }

/// Returns the type of a member that is only written.
@inlinable
public func _theTypeMustBeMarkedJSONCodable<Value: JSONRepresentable & JSONEncodable>(
  written type: Value.Type
) -> Value.Type { type }

/// Unavailable: values of the type cannot be written.
@available(*, unavailable, message: "values of this type cannot be written as JSON: add a conformance to JSONEncodable")
public func _theTypeMustBeMarkedJSONCodable<Value: JSONRepresentable>(written type: Value.Type) -> Value.Type { type }

/// Returns the type that a closure returns. The closure is never called.
@inlinable
public func _typeOfMember<Root, Value>(_ value: @MainActor (Root) -> Value) -> Value.Type { Value.self }

/// Returns the type that a closure returns as an optional. The closure is never called.
@inlinable
public func _wrappedTypeOfMember<Root, Value>(_ value: @MainActor (Root) -> Value?) -> Value.Type { Value.self }

extension JSONSchema.Member {
  /// Unavailable: the type of the member has no JSON form.
  @available(*, unavailable, message: "the type of this member has no JSON form: mark the type @JSONCodable")
  public init<Value>(
    _ name: String, _ type: Value.Type, isRequired: Bool? = nil, hints: [JSONSchema.Hint] = [],
    description: String? = nil
  ) { fatalError("unavailable") }
}

// MARK: - Conformances without the macro

extension JSONRepresentable {
  /// Unavailable: a conformance without a schema.
  @available(*, unavailable, message: "attach @JSONCodable to the declaration of the type, or write the schema by hand")
  public static var jsonSchema: JSONSchema { fatalError("unavailable") }
}

extension JSONEncodable {
  /// Unavailable: selected if a type declares the conformance, but does not implement `encode(to:)`.
  @available(*, unavailable, message: "attach @JSONCodable to the declaration of the type, or write the form by hand")
  public func encode(to writer: inout JSONWriter) { fatalError("unavailable") }
}

extension JSONDecodable {
  /// Unavailable: selected if a type declares the conformance, but does not implement `init(json:)`.
  @available(*, unavailable, message: "attach @JSONCodable to the declaration of the type, or write the form by hand")
  public init(json: JSONValue) throws(JSONDecodingError) { fatalError("unavailable") }
}

// MARK: - Values of members

extension JSONWriter {
  /// Writes one member of the open object.
  @inlinable
  public mutating func _member(_ name: String, _ value: some JSONEncodable) { member(name, value) }

  /// Does not return: the compiler rejects the type of the member.
  public mutating func _member<Value>(_ name: String, _ value: Value) { fatalError("\(Value.self) has no JSON form") }

  /// Unavailable: values of the type cannot be written.
  @available(*, unavailable, message: "values of this type cannot be written as JSON: mark the type @JSONCodable")
  public mutating func member<Value>(_ name: String, _ value: Value) { fatalError("unavailable") }
}

extension JSONValue {
  /// Reads a member of an object.
  @inlinable
  public func _decode<Value: JSONDecodable>(_ key: String) throws(JSONDecodingError) -> Value { try decode(key) }

  /// Reads a member of an object into a variable, which keeps its value if there is no such member.
  @inlinable
  public func _decode<Value: JSONDecodable>(_ key: String, into value: inout Value) throws(JSONDecodingError) {
    try decode(key, into: &value)
  }

  /// Reads a member of an object, or returns nil if there is no such member.
  @inlinable
  public func _decodeIfPresent<Value: JSONDecodable>(_ key: String) throws(JSONDecodingError) -> Value? {
    try decodeIfPresent(key)
  }

  /// Does not return: the compiler rejects the type of the member.
  public func _decode<Value>(_ key: String) throws(JSONDecodingError) -> Value {
    fatalError("\(Value.self) has no JSON form")
  }

  /// Does not return: the compiler rejects the type of the member.
  public func _decode<Value>(_ key: String, into value: inout Value) throws(JSONDecodingError) {
    fatalError("\(Value.self) has no JSON form")
  }

  /// Does not return: the compiler rejects the type of the member.
  public func _decodeIfPresent<Value>(_ key: String) throws(JSONDecodingError) -> Value? {
    fatalError("\(Value.self) has no JSON form")
  }

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

  /// Unavailable: values of the type cannot be read.
  @available(
    *, unavailable, message: "values of this type cannot be read from JSON: use a struct or an enum marked @JSONCodable"
  )
  public func decode<Value>(_ key: String, into value: inout Value) throws(JSONDecodingError) {
    fatalError("unavailable")
  }

  /// Unavailable: values of the type cannot be read.
  @available(
    *, unavailable, message: "values of this type cannot be read from JSON: use a struct or an enum marked @JSONCodable"
  )
  public func decodeIfPresent<Value>(_ key: String) throws(JSONDecodingError) -> Value? { fatalError("unavailable") }
}
