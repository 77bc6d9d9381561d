public import JSON

/// What a server sends without being asked; the properties are the parameters.
///
/// ```swift
/// #expect(ServerNotifications.all.map { $0.method } == ["state/changed", "session/changed"])
/// ```
public protocol ServerNotification: JSONCodable, Sendable {
  /// The name of the method, as in `state/changed`.
  static var method: String { get }
}

/// The notifications of the protocol.
///
/// ``ServerNotification`` has an example.
public enum ServerNotifications {
  /// Every notification of a server.
  public static let all: [any ServerNotification.Type] = [StateChanged.self, SessionChanged.self]
}
