import ProtocolNames

/// The protocol's own parameters in a call of an action. All other parameters are arguments of the action.
///
/// The method of such a call is the name of the action, so the protocol has no ``ClientRequest`` type for such calls.
package struct ActionCall: Sendable {
  private let params: JSONValue?

  /// Creates a call from undecoded parameters. The properties decode them when they are read.
  package init(params: JSONValue?) { self.params = params }

  /// The name of the view on which the action is called. If it is nil, the only open view that has the action is used.
  ///
  /// - Throws: `JSONDecodingError` if the parameter is not a string.
  package var view: ExactString? {
    get throws(JSONDecodingError) { try params?.decodeIfPresent(CallMember.view.rawValue) }
  }

  /// The number of the last commit that the caller has received, or nil. If the view has changed since this commit, the
  /// server refuses the call.
  ///
  /// - Throws: `JSONDecodingError` if the parameter is not an integer.
  package var ifCommit: Int? {
    get throws(JSONDecodingError) { try params?.decode(CallMember.ifCommit.rawValue) }
  }

  /// The name of the parameter that contains the name of the view.
  package static var viewName: String { CallMember.view.rawValue }

  /// The names of the parameters in ``members``.
  package static let memberNames = Set(CallMember.allCases.map(\.rawValue))

  /// The schemas of the protocol's own parameters.
  package static let members = [
    JSONSchema.Member(
      CallMember.view.rawValue, String.self, isRequired: false,
      description: "The name of the view. It may be left out if only one open view has the action."),
    JSONSchema.Member(
      CallMember.ifCommit.rawValue, Int?.self, isRequired: false,
      description: "The server refuses the call if the view has changed since this commit."),
  ]
}
