import CJansson

/// A JSON object with any members.
public struct JSONObject: JSONCodable {
  public static var jsonSchema: JSONSchema { .dictionary(of: .any) }

  /// The object as a value.
  public let json: JSONValue

  /// An object without members.
  public static let empty = JSONObject(.emptyObject)

  private init(_ json: JSONValue) { self.json = json }

  /// Creates an object from a JSON value without copying the value.
  public init(json: JSONValue) throws(JSONDecodingError) {
    try json.requireObject()
    self.init(json)
  }

  /// A copy that has its own memory. The original keeps the whole parsed document in memory.
  package var copy: JSONObject {
    guard let document = JSONDocument(size: 256, { json_deep_copy(json.node) }) else { fatalError("out of memory") }
    return JSONObject(JSONValue(document: document, node: document.root))
  }

  /// Writes the object.
  public func encode(to writer: inout JSONWriter) { json.encode(to: &writer) }
}
