import NIOCore

/// The limits that keep one client, or one program that is not a client, from taking the memory of this process or the
/// place of the others.
enum WebLimits {
  /// The size of the head of a request, in bytes.
  static let headSize = 16 << 10
  static let headerCount = 64
  /// The number of bytes before the login that close a WebSocket. It is not larger than ``frameSize``: a login is one
  /// frame, and must not be divided.
  static let loginSize = 4 << 10
  /// The size of a frame that is passed on as a whole, in bytes. Longer frames are divided. It is a multiple of four.
  static let frameSize = 4 << 10
  /// The number of connections that have not logged in. Beyond this, the oldest is closed, so that idle ones cannot keep
  /// the user out.
  static let guests = 64
  /// The number of WebSockets that have logged in.
  static let members = 64

  static let headTime = TimeAmount.seconds(10)
  static let responseTime = TimeAmount.seconds(60)
  static let lingerTime = TimeAmount.seconds(1)
  static let loginTime = TimeAmount.seconds(10)
  /// The time for which the end of a WebSocket waits for the browser to agree.
  static let closeTime = TimeAmount.seconds(2)
  /// A browser answers a ping. If it has not done so when the next one is due, the connection is closed.
  static let pingInterval = TimeAmount.seconds(30)
  /// The send buffer of the system for a WebSocket, in bytes. A larger one would keep more old states for a browser that
  /// does not read.
  static let sendBuffer = 256 << 10
}
