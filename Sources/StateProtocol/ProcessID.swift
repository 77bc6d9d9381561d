public import JSON

/// The id of a process. It is at least 1.
///
/// ```swift
/// let initialize = Initialize(processId: ProcessID(ProcessInfo.processInfo.processIdentifier))
/// ```
public struct ProcessID: JSONCodable {
  public static let jsonSchema = JSONSchema.range(1...Int64(Int32.max))

  /// The process's number in the operating system.
  public let number: Int32

  /// Creates an id from the process's number in the operating system.
  public init(_ number: Int32) { self.number = number }

  public init(json: JSONValue) throws(JSONDecodingError) {
    guard let number = Int32(exactly: try Int64(json: json)), number > 0 else {
      throw JSONDecodingError("is not a process id")
    }
    self.number = number
  }

  public func encode(to writer: inout JSONWriter) { Int(number).encode(to: &writer) }
}
