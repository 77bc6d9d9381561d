import JSON
import NIOCore

/// The first message of the page: `{"token":"…","start":true}` or `{"secret":"…","start":false}`.
struct LoginMessage {
  let credential: Logins.Credential
  /// Whether to start the app's server if it does not run.
  let isStarting: Bool

  /// Parses a message. Returns nil if it is not valid.
  init?(_ message: ByteBuffer) {
    guard let json = try? JSONValue(parsing: Array(message.readableBytesView)) else { return nil }
    switch (json["token"]?.string, json["secret"]?.string) {
    case (let token?, nil): credential = .token(token)
    case (nil, let secret?): credential = .secret(secret)
    default: return nil
    }
    isStarting = json["start"]?.boolean ?? false
  }
}

/// The reply to a login.
@JSONCodable
struct LoginReply {
  let secret: String
  let app: String
  /// The name of the server, or the path of its socket.
  let server: String

  var message: ByteBuffer { ByteBuffer(bytes: jsonText) }
}
