import SVVS

/// The number of a process.
struct ProcessID: JSONCodable {
  static let jsonSchema = JSONSchema.range(1...Int64(Int32.max))

  let number: Int32

  init(json: JSON) throws(JSONDecodingError) {
    guard let number = Int32(exactly: try Int64(json: json)), number > 0 else {
      throw JSONDecodingError("is no number of a process")
    }
    self.number = number
  }

  func encode(to writer: inout JSONWriter) { Int(number).encode(to: &writer) }
}
