/// Gives a type a JSON form and its schema.
///
/// - A struct becomes an object with a member for each stored property that is not private; one with a default value
///   or an optional type may be left out. Private ones, which stay inside, need a value. A generic struct has each form
///   if the types of its parameters have it.
/// - An enum of strings or integers becomes its raw value, and so does a struct that declares `RawRepresentable`.
/// - An enum with payloads becomes an object such as `{"circle":{"radius":1.5}}`, as with `Codable`.
/// - A final class becomes an object that front ends see and cannot replace.
///
/// The names in an enum `CodingKeys` inside of the type are the names in JSON; what it does not name stays inside.
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
/// - Parameter omitsNil: Whether a member of a struct is left out where its property is nil, instead of being `null`.
@attached(
  extension, conformances: JSONRepresentable, JSONEncodable, JSONDecodable, JSONKey,
  names: named(jsonSchema), named(init(json:)), named(encode(to:)), named(jsonKeySchema))
public macro JSONCodable(omitsNil: Bool = false) = #externalMacro(module: "JSONMacros", type: "JSONCodableMacro")

/// Hides a stored property of a ``JSONCodable(omitsNil:)`` type, or a property of a view state, from front ends.
///
/// Private properties are hidden without it. A stored property of a struct needs a value, because it is not read from
/// JSON.
///
/// ```swift
/// @JSONCodable
/// struct Draft {
///   var text: String
///   @Hidden var isStored = false
/// }
/// ```
@attached(peer)
public macro Hidden() = #externalMacro(module: "JSONMacros", type: "MarkerMacro")

/// Names a stored property of a ``JSONCodable(omitsNil:)`` struct otherwise in JSON, as in
/// `@JSONName("total_count") let totalCount: Int`.
@attached(peer)
public macro JSONName(_ name: String) = #externalMacro(module: "JSONMacros", type: "MarkerMacro")

/// Gives a title, which people read in place of the name, to a member of a ``JSONCodable(omitsNil:)`` struct or to a
/// property of a view state.
@attached(peer)
public macro Title(_ title: String) = #externalMacro(module: "JSONMacros", type: "MarkerMacro")
