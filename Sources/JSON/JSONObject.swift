import CJansson

/// A JSON object whose members are not known beforehand.
public struct JSONObject: JSONCodable {
  public static var jsonSchema: JSONSchema { .dictionary(of: .any) }

  /// The object.
  public let json: JSONValue

  /// The object without members.
  public static let empty = JSONObject(.emptyObject)

  private init(_ json: JSONValue) { self.json = json }

  /// Takes an object as it is.
  public init(json: JSONValue) throws(JSONDecodingError) {
    try json.requireObject()
    self.init(json)
  }

  /// A copy in memory of its own: the object itself keeps the whole text alive that it was parsed from.
  package var copy: JSONObject {
    guard let document = JSONDocument(size: 256, { json_deep_copy(json.node) }) else { fatalError("out of memory") }
    return JSONObject(JSONValue(document: document, node: document.root))
  }

  /// Writes the object as it is.
  public func encode(to writer: inout JSONWriter) { json.encode(to: &writer) }
}
