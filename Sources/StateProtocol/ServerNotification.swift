public import JSON

/// A notification that a server sends. The properties of the conforming type are the parameters.
///
/// ```swift
/// #expect(StateChanged<[ViewChange]>.method == "state/changed")
/// ```
public protocol ServerNotification: JSONEncodable {
  /// The name of the method, for example `state/changed`.
  static var method: String { get }
}

/// The methods of the notifications that a server may send.
package enum NotificationMethod: String, CaseIterable {
  case stateChanged = "state/changed"
  case sessionChanged = "session/changed"

  /// The type of the notifications with this method.
  package var type: any (ServerNotification & JSONRepresentable).Type {
    switch self {
    case .stateChanged: StateChanged<[ViewChange]>.self
    case .sessionChanged: SessionChanged<[OpenedView<JSONObject>]>.self
    }
  }
}

extension JSONWriter {
  /// Writes a notification that a server sends.
  @inlinable
  public mutating func notification<Notification: ServerNotification>(_ notification: Notification) {
    request(Notification.method, id: nil, params: notification)
  }
}
