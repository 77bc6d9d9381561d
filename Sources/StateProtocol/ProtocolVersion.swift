public import JSON

/// A version of the protocol. Its number is at least 1.
///
/// The server refuses a client that sends another version than ``current``. A server of version 1 accepts it, so a client
/// also compares the version in the result. For an example, see ``InitializeResult``.
public struct ProtocolVersion: Hashable, JSONCodable {
  public static let jsonSchema = JSONSchema.range(1 ... .max)

  /// The version of the messages in this module.
  public static let current = ProtocolVersion(2)

  /// The number of the version.
  public let number: Int

  /// Creates a version from its number, which must be at least 1.
  package init(_ number: Int) {
    precondition(number > 0, "a version is at least 1")
    self.number = number
  }

  public init(json: JSONValue) throws(JSONDecodingError) {
    guard let number = json.integer.flatMap(Int.init(exactly:)), number > 0 else {
      throw JSONDecodingError(
        "is not a version of the protocol", detail: .supported([ProtocolVersion.current.number]))
    }
    self.number = number
  }

  public func encode(to writer: inout JSONWriter) { number.encode(to: &writer) }
}
