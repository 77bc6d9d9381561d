public import JSON
import ReservedNames

/// A call of an action, whose method is the action's own name: what its parameters say beside the arguments.
public struct ActionCall: Sendable {
  private let params: JSONValue?

  /// Reads the parameters of a call when they are asked for.
  public init(params: JSONValue?) { self.params = params }

  /// The view, or nil for the only open one that has the action.
  public var view: ExactString? {
    get throws(JSONDecodingError) {
      guard let view = params?[ReservedNames.view] else { return nil }
      guard let name = view.string else {
        throw JSONDecodingError("must be a string", at: JSONPointer(ReservedNames.view))
      }
      return ExactString(name)
    }
  }

  /// The commit that the caller knows: the call is refused if the view has changed since.
  public var ifCommit: Int? {
    get throws(JSONDecodingError) { try params?.decode(ReservedNames.ifCommit) }
  }

  /// The name of the member that names the view.
  public static var viewName: String { ReservedNames.view }

  /// The names of ``members``.
  public static var memberNames: Set<String> { ReservedNames.callMembers }

  /// The members of a call that are none of the action's arguments.
  public static let members = [
    JSONSchema.Member(
      ReservedNames.view, String.self, isRequired: false,
      description: "The view; may be left out while only one open view has the action."),
    JSONSchema.Member(
      ReservedNames.ifCommit, Int?.self, isRequired: false,
      description: "Refuses the call if the view has changed since this commit."),
  ]
}
