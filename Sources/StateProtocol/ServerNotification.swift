public import JSON

/// A notification that a server sends. The properties of the conforming type are the parameters.
///
/// ```swift
/// #expect(ServerNotifications.all.map { $0.method } == ["state/changed", "session/changed"])
/// ```
public protocol ServerNotification: JSONEncodable {
  /// The name of the method, for example `state/changed`.
  static var method: String { get }
}

/// The notifications that the protocol defines.
///
/// For an example, see ``ServerNotification``.
public enum ServerNotifications {
  /// All notifications that a server may send.
  public static let all: [any (ServerNotification & JSONRepresentable).Type] = [
    StateChanged<[ViewChange]>.self, SessionChanged<[OpenedView<JSONObject>]>.self,
  ]
}

extension JSONWriter {
  /// Writes a notification that a server sends.
  @inlinable
  public mutating func notification<Notification: ServerNotification>(_ notification: Notification) {
    request(Notification.method, id: nil, params: notification)
  }
}
