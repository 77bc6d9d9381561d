/// The parameter names used in error paths.
package enum ParameterName {
  package static let clientInfo = "clientInfo"
  package static let view = "view"
  package static let session = "session"
  package static let token = "token"
  package static let keep = "keep"
  package static let unanswered = "unanswered"
  package static let type = "type"
  package static let params = "params"
  package static let properties = "properties"
}
