public import JSON
import ReservedNames

/// The parameters of a call of an action that are not the action's own arguments.
///
/// The method of such a call is the name of the action, so it is no ``ClientRequest`` of the protocol. A server
/// reads:
///
/// ```swift
/// let call = ActionCall(params: try JSONValue(parsing: #"{"view":"l","ifCommit":7,"by":2}"#))
/// #expect(try call.view == "l")
/// #expect(try call.ifCommit == 7)
/// ```
public struct ActionCall: Sendable {
  private let params: JSONValue?

  /// Takes the parameters of a call. They are decoded when a property is read.
  public init(params: JSONValue?) { self.params = params }

  /// The view, or nil for the only open one that has the action.
  ///
  /// - Throws: `JSONDecodingError` if it is no string.
  public var view: ExactString? {
    get throws(JSONDecodingError) {
      guard let view = params?[ReservedNames.view] else { return nil }
      guard let name = view.string else {
        throw JSONDecodingError(expected: .string, found: view).inside(ReservedNames.view)
      }
      return ExactString(name)
    }
  }

  /// The commit that the caller knows: the call is refused if the view has changed since.
  ///
  /// - Throws: `JSONDecodingError` if it is no integer.
  public var ifCommit: Int? {
    get throws(JSONDecodingError) { try params?.decode(ReservedNames.ifCommit) }
  }

  /// The name of the parameter that names the view.
  public static var viewName: String { ReservedNames.view }

  /// The names of ``members``.
  public static var memberNames: Set<String> { ReservedNames.callMembers }

  /// The parameters of a call that are not arguments, for schemas.
  public static let members = [
    JSONSchema.Member(
      ReservedNames.view, String.self, isRequired: false,
      description: "The view; may be left out while only one open view has the action."),
    JSONSchema.Member(
      ReservedNames.ifCommit, Int?.self, isRequired: false,
      description: "Refuses the call if the view has changed since this commit."),
  ]
}
