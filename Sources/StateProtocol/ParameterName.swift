/// The parameters of requests that failures point at.
package enum ParameterName {
  /// The program that the client is.
  package static let clientInfo = "clientInfo"
  /// The name of a view.
  package static let view = "view"
  /// The name of a session.
  package static let session = "session"
  /// The token of a connection in a session.
  package static let token = "token"
  /// How long a session is kept.
  package static let keep = "keep"
  /// The requests whose replies have not come.
  package static let unanswered = "unanswered"
  /// The view type.
  package static let type = "type"
  /// What a view is opened with.
  package static let params = "params"
  /// The values that are set.
  package static let properties = "properties"
}
