import JSON
import StateProtocol

/// The arguments of a call against those that an action takes.
enum ArgumentCheck {
  /// Fails if there is an argument that the action does not take.
  static func rejectOthers(
    than expected: [JSONSchema.Member], in params: JSONValue?
  ) throws(JSONDecodingError) {
    guard let params, params.count > 0 else { return }
    // Counting is enough nearly always, and allocates nothing.
    let given = expected.count { params[$0.name] != nil }
    let reserved = ActionCall.memberNames.count { params[$0] != nil }
    guard given + reserved != params.count else { return }
    let names = Set(expected.map(\.name)).union(ActionCall.memberNames)
    for (name, _) in params.members where !names.contains(name) {
      throw JSONDecodingError("is no argument of this action", unknown: name, among: expected.map(\.name))
    }
  }
}
