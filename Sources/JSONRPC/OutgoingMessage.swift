public import JSON

/// Writers of the messages that go out, each one whole JSON text.
extension JSONWriter {
  /// Writes the response to a request that succeeded.
  public mutating func response(to id: RequestID, result: (inout JSONWriter) -> Void) {
    object { writer in
      writer.member("jsonrpc", "2.0")
      writer.member("id", id)
      writer.key("result")
      result(&writer)
    }
  }

  /// Writes the response to a request that failed.
  public mutating func response(to id: RequestID, error: ResponseError) {
    object { writer in
      writer.member("jsonrpc", "2.0")
      writer.member("id", id)
      writer.member("error", error)
    }
  }

  /// Writes a notification whose `params` object `members` fills.
  public mutating func notification(_ method: String, members: (inout JSONWriter) -> Void) {
    object { writer in
      writer.member("jsonrpc", "2.0")
      writer.member("method", method)
      writer.key("params")
      writer.object(members)
    }
  }
}
