public import JSON

/// Functions that write one message as a complete JSON text.
extension JSONWriter {
  /// Writes the response to a successful request.
  package mutating func response(to id: RequestID, result: (inout JSONWriter) -> Void) {
    object { writer in
      writer.write(members: #""jsonrpc":"2.0""#)
      writer.member("id", id)
      writer.key("result")
      result(&writer)
    }
  }

  /// Writes the response to a failed request.
  ///
  /// - Parameters:
  ///   - id: The id of the request.
  ///   - error: An object with `code`, `message` and, optionally, `data`.
  package mutating func response(to id: RequestID, error: some JSONEncodable) {
    object { writer in
      writer.write(members: #""jsonrpc":"2.0""#)
      writer.member("id", id)
      writer.member("error", error)
    }
  }

  /// Writes a request, or a notification if it has no id.
  @inlinable
  public mutating func request(_ method: String, id: RequestID?, params: some JSONEncodable) {
    object { writer in
      writer.write(members: #""jsonrpc":"2.0""#)
      if let id { writer.member("id", id) }
      writer.member("method", method)
      writer.member("params", params)
    }
  }
}
