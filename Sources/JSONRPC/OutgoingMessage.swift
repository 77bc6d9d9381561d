public import JSON

/// Writers of the messages that go out, each one whole JSON text.
extension JSONWriter {
  /// Writes the response to a request that succeeded.
  public mutating func response(to id: RequestID, result: (inout JSONWriter) -> Void) {
    object { writer in
      writer.write(members: #""jsonrpc":"2.0""#)
      writer.reply(to: id, result: result)
    }
  }

  /// Writes the response to a request that failed.
  ///
  /// - Parameter data: Writes what a program may want to know: one JSON value.
  public mutating func response(
    to id: RequestID, code: Int, message: String, data: (inout JSONWriter) -> Void
  ) {
    object { writer in
      writer.write(members: #""jsonrpc":"2.0""#)
      writer.reply(to: id, code: code, message: message, data: data)
    }
  }

  /// Writes what a response has beside the version into the object that is open: the id and the result.
  public mutating func reply(to id: RequestID, result: (inout JSONWriter) -> Void) {
    member("id", id)
    key("result")
    result(&self)
  }

  /// Writes what a response has beside the version into the object that is open: the id and the error.
  public mutating func reply(
    to id: RequestID, code: Int, message: String, data: (inout JSONWriter) -> Void
  ) {
    member("id", id)
    key("error")
    object { writer in
      writer.member("code", code)
      writer.member("message", message)
      writer.key("data")
      data(&writer)
    }
  }

  /// Writes a request, or a notification if it has no id.
  public mutating func request(_ method: String, id: RequestID?, params: some JSONEncodable) {
    object { writer in
      writer.write(members: #""jsonrpc":"2.0""#)
      if let id { writer.member("id", id) }
      writer.member("method", method)
      writer.member("params", params)
    }
  }

  /// Writes a notification whose `params` object `members` fills.
  public mutating func notification(_ method: String, members: (inout JSONWriter) -> Void) {
    object { writer in
      writer.write(members: #""jsonrpc":"2.0""#)
      writer.member("method", method)
      writer.key("params")
      writer.object(members)
    }
  }
}
