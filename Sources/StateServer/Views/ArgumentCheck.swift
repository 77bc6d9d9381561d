import JSON
import StateProtocol

/// The arguments of a call against those that an action takes.
enum ArgumentCheck {
  /// Fails if there is an argument that the action does not take.
  ///
  /// - Returns: Whether there is one that it does take.
  static func rejectOthers(
    than expected: [JSONSchema.Member], in params: JSONValue?
  ) throws(JSONDecodingError) -> Bool {
    guard let params, params.count > 0 else { return false }
    // Counting is enough nearly always, and allocates nothing.
    let given = expected.count { params[$0.name] != nil }
    let reserved = ActionCall.memberNames.count { params[$0] != nil }
    guard given + reserved != params.count else { return given > 0 }
    let names = Set(expected.map(\.name)).union(ActionCall.memberNames)
    for (name, _) in params.members where !names.contains(name) {
      throw JSONDecodingError("is no argument of this action", unknown: name, among: expected.map(\.name))
    }
    return given > 0
  }

  /// Whether an argument equals, in Swift, a value that is written otherwise.
  static func haveEqualsWrittenOtherwise(_ expected: [JSONSchema.Member], in params: JSONValue?) -> Bool {
    guard let params else { return false }
    return expected.contains { params[$0.name]?.hasEqualsWrittenOtherwise ?? false }
  }
}
