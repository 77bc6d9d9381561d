public import JSON

/// A version of the protocol, at least 1.
///
/// A client that names another than ``current`` is answered with that, and decides for itself whether to go on, as in
/// the example of ``InitializeResult``.
public struct ProtocolVersion: Hashable, JSONCodable {
  public static let jsonSchema = JSONSchema.range(1 ... .max)

  /// The version that these messages are of.
  public static let current = ProtocolVersion(1)

  /// The number of the version.
  public let number: Int

  /// The version of a number, which is at least 1.
  public init(_ number: Int) {
    precondition(number > 0, "versions are counted from 1")
    self.number = number
  }

  public init(json: JSONValue) throws(JSONDecodingError) {
    guard let number = json.integer.flatMap(Int.init(exactly:)), number > 0 else {
      throw JSONDecodingError(
        "is no version of the protocol", detail: .supported([ProtocolVersion.current.number]))
    }
    self.number = number
  }

  public func encode(to writer: inout JSONWriter) { number.encode(to: &writer) }
}
