public import JSON

/// A notification that a server sends. Its properties are the parameters.
///
/// ```swift
/// #expect(ServerNotifications.all.map { $0.method } == ["state/changed", "session/changed"])
/// ```
public protocol ServerNotification: JSONEncodable {
  /// The name of the method, for example `state/changed`.
  static var method: String { get }
}

/// The notifications of the protocol.
///
/// ``ServerNotification`` has an example.
public enum ServerNotifications {
  /// All notifications of a server.
  public static let all: [any (ServerNotification & JSONRepresentable).Type] = [
    StateChanged<[ViewChange]>.self, SessionChanged<[OpenedView<JSONObject>]>.self,
  ]
}

extension JSONWriter {
  /// Writes a notification of a server.
  public mutating func notification<Notification: ServerNotification>(_ notification: Notification) {
    request(Notification.method, id: nil, params: notification)
  }
}
