public import JSON
import ProtocolNames

/// `initialized`: has no effect. It exists for LSP clients, which send it as a notification.
///
/// ```swift
/// frontEnd.notify(Initialized())
/// ```
@JSONCodable
public struct Initialized: ClientRequest {
  public typealias Response = NullResult

  public static var method: String { RequestMethod.initialized.rawValue }

  /// Creates the request, which has no parameters.
  public init() {}
}
