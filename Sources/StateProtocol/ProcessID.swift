public import JSON

/// The number of a process, at least 1.
///
/// ```swift
/// let initialize = Initialize(processId: ProcessID(ProcessInfo.processInfo.processIdentifier))
/// ```
public struct ProcessID: JSONCodable {
  public static let jsonSchema = JSONSchema.range(1...Int64(Int32.max))

  /// The number as the system has it.
  public let number: Int32

  /// The process with a number.
  public init(_ number: Int32) { self.number = number }

  public init(json: JSONValue) throws(JSONDecodingError) {
    guard let number = Int32(exactly: try Int64(json: json)), number > 0 else {
      throw JSONDecodingError("is no number of a process")
    }
    self.number = number
  }

  public func encode(to writer: inout JSONWriter) { Int(number).encode(to: &writer) }
}
