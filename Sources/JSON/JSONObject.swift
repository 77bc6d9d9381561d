/// A JSON object whose members are not known beforehand.
public struct JSONObject: JSONCodable {
  public static var jsonSchema: JSONSchema { .dictionary(of: .any) }

  /// The object.
  public let json: JSON

  /// The object without members.
  public static let empty = JSONObject(.emptyObject)

  private init(_ json: JSON) { self.json = json }

  /// Takes an object as it is.
  public init(json: JSON) throws(JSONDecodingError) {
    try json.requireObject()
    self.init(json)
  }

  /// Writes the object as it is.
  public func encode(to writer: inout JSONWriter) { json.encode(to: &writer) }
}
