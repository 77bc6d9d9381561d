/// Gives a struct, or an enum of strings, a JSON form and its schema.
///
/// A struct becomes an object with a member for each stored property that is not private; one with a default value
/// or an optional type may be left out. Types of stored properties must be written down, and private ones, which
/// stay inside, need a value. A generic struct has each form if the types of its parameters have it.
///
/// ```swift
/// @JSONCodable
/// struct Item {
///   let id: Int
///   @JSONName("display_name") let name: String
///   var note: String?
/// }
/// ```
///
/// - Parameter omitsNil: Whether a member is left out where its property is nil, instead of being `null`.
@attached(
  extension, conformances: JSONRepresentable, JSONEncodable, JSONDecodable,
  names: named(jsonSchema), named(init(json:)), named(encode(to:)))
public macro JSONCodable(omitsNil: Bool = false) = #externalMacro(module: "JSONMacros", type: "JSONCodableMacro")

/// Names a stored property of a ``JSONCodable(omitsNil:)`` struct otherwise in JSON, as in
/// `@JSONName("total_count") let totalCount: Int`.
@attached(peer)
public macro JSONName(_ name: String) = #externalMacro(module: "JSONMacros", type: "MarkerMacro")

/// Gives a title, which people read in place of the name, to a member of a ``JSONCodable(omitsNil:)`` struct or to a
/// property of a view state.
@attached(peer)
public macro Title(_ title: String) = #externalMacro(module: "JSONMacros", type: "MarkerMacro")
