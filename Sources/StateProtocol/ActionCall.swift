public import JSON
import ReservedNames

/// The parameters of a call of an action that are not arguments of the action.
///
/// The method of such a call is the name of the action, so that it is not a ``ClientRequest`` of the protocol. A server
/// reads:
///
/// ```swift
/// let call = ActionCall(params: try JSONValue(parsing: #"{"view":"l","ifCommit":7,"by":2}"#))
/// #expect(try call.view == "l")
/// #expect(try call.ifCommit == 7)
/// ```
public struct ActionCall: Sendable {
  private let params: JSONValue?

  /// Creates a call from undecoded parameters. The properties decode them when they are read.
  public init(params: JSONValue?) { self.params = params }

  /// The name of the view, or nil for the only open view that has the action.
  ///
  /// - Throws: `JSONDecodingError` if the member is not a string.
  public var view: ExactString? {
    get throws(JSONDecodingError) {
      guard let view = params?[ReservedNames.view] else { return nil }
      guard let name = view.string else {
        throw JSONDecodingError(expected: .string, found: view).inside(ReservedNames.view)
      }
      return ExactString(name)
    }
  }

  /// The last commit that the caller has received. The server refuses the call if the view has changed since.
  ///
  /// - Throws: `JSONDecodingError` if the member is not an integer.
  public var ifCommit: Int? {
    get throws(JSONDecodingError) { try params?.decode(ReservedNames.ifCommit) }
  }

  /// The name of the parameter with the name of the view.
  public static var viewName: String { ReservedNames.view }

  /// The names of ``members``.
  public static var memberNames: Set<String> { ReservedNames.callMembers }

  /// The schemas of the parameters that are not arguments.
  public static let members = [
    JSONSchema.Member(
      ReservedNames.view, String.self, isRequired: false,
      description: "The name of the view. It may be left out if only one open view has the action."),
    JSONSchema.Member(
      ReservedNames.ifCommit, Int?.self, isRequired: false,
      description: "The server refuses the call if the view has changed since this commit."),
  ]
}
