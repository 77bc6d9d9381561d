/// Gives a type a JSON form and its schema.
///
/// - A struct becomes an object with a member for each stored property that is not private. When the struct is read, a
///   member may be left out if the property has a default value or an optional type. A private property needs a value,
///   because it is not read. A generic struct can be written if the arguments of its type parameters can be written,
///   and read if they can be read.
/// - An enum with strings or integers as raw values becomes its raw value. So does a struct that declares
///   `RawRepresentable` or `OptionSet`.
/// - An enum with payloads becomes an object such as `{"circle":{"radius":1.5}}`, as with `Codable`.
/// - A final class becomes an object that front ends can see but cannot replace.
///
/// If the type contains an enum `CodingKeys`, its raw values are the names in JSON. Stored properties without a key are
/// hidden from front ends. In an enum with payloads, each case needs a key.
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
/// - Parameter omitsNil: Whether a struct is written without the members whose properties are nil. If false, such
///   members are written as `null`.
@attached(
  extension, conformances: JSONRepresentable, JSONEncodable, JSONDecodable, JSONKey,
  names: named(jsonSchema), named(init(json:)), named(encode(to:)), named(jsonKeySchema))
@attached(peer)
public macro JSONCodable(omitsNil: Bool = false) = #externalMacro(module: "SVVSMacros", type: "JSONCodableMacro")

/// Declares the initializer with a parameter for each stored property without a value, for use in this package. The
/// initializer that the compiler generates is only for use in the module of the struct. Unlike the compiler's, this one
/// has no parameters for variables that are optional or have a value.
@attached(member, names: named(init))
package macro PackageInitializer() = #externalMacro(module: "SVVSMacros", type: "PackageInitializerMacro")

/// Hides a stored property of a ``JSONCodable(omitsNil:)`` type, or a property or method of a view state, from front
/// ends.
///
/// Private properties are hidden without this attribute. A hidden stored property of a struct needs a value, because it
/// is not read from JSON.
///
/// ```swift
/// @JSONCodable
/// struct Draft {
///   var text: String
///   @Hidden var isStored = false
/// }
/// ```
@attached(peer)
public macro Hidden() = #externalMacro(module: "SVVSMacros", type: "JSONMarkerMacro")

/// Gives a stored property of a ``JSONCodable(omitsNil:)`` type another name in JSON:
/// `@JSONName("total_count") let totalCount: Int`.
@attached(peer)
public macro JSONName(_ name: String) = #externalMacro(module: "SVVSMacros", type: "JSONMarkerMacro")

/// Gives a title to a stored property of a ``JSONCodable(omitsNil:)`` type, to a case of an enum with raw values, or to
/// a property of a view state. People read the title in place of the name or the raw value.
///
/// ```swift
/// @JSONCodable
/// enum Delivery: String {
///   @Title("Not yet") case none
///   @Title("On its way") case sent
/// }
/// ```
@attached(peer)
public macro Title(_ title: String) = #externalMacro(module: "SVVSMacros", type: "JSONMarkerMacro")

/// States when people see a stored property of a ``JSONCodable(omitsNil:)`` type or a property of a view state.
///
/// Front ends still receive the value. ``Hidden()`` excludes a property from what front ends receive.
///
/// ```swift
/// @Shown(.never) var canSend: Bool { !draft.isEmpty }
/// ```
@attached(peer)
public macro Shown(_ visibility: ValueVisibility) = #externalMacro(module: "SVVSMacros", type: "JSONMarkerMacro")

/// States the format in which people read a stored property of a ``JSONCodable(omitsNil:)`` type or a property of a view
/// state: `@Format(.money("JPY")) let price: Int`.
@attached(peer)
public macro Format(_ format: ValueFormat) = #externalMacro(module: "SVVSMacros", type: "JSONMarkerMacro")

/// Gives a priority to a stored property of a ``JSONCodable(omitsNil:)`` type. A table that is too narrow for all
/// columns leaves out the columns with the lowest priority first, and among equal ones the last column first. Without
/// this attribute, the priority is 0.
@attached(peer)
public macro Priority(_ priority: Int) = #externalMacro(module: "SVVSMacros", type: "JSONMarkerMacro")
