import SVVS

/// `state/changed`: what one step has changed, in every open view. The server sends it.
@JSONCodable
struct StateChanged {
  static let name = "state/changed"

  /// The number of the commit; commits are numbered upwards.
  let commit: Int
  /// The calls that made the change, if the client asked to know.
  var cause: [CausingCall] = []
  /// The views that have changed.
  let views: [ViewChange]
}

/// A call that has changed something.
@JSONCodable
struct CausingCall {
  /// The id of the request; none for a notification.
  let id: JSON?
  /// The method or action that was called.
  let method: String
  /// The view that it was called on.
  let view: String?
}

/// What has changed in one view: one of `changes`, `patch` and `changed`, as its delivery says.
@JSONCodable
struct ViewChange {
  /// The id of the view.
  let view: String
  /// The commit of the last snapshot or change that the client was sent for this view.
  let from: Int
  /// The new values by the names of the properties.
  var changes: [String: JSON] = [:]
  /// The steps from the old state to the new one, as in RFC 6902.
  var patch: [PatchStep] = []
  /// The names of the properties.
  var changed: [String] = []
}

/// A step of a patch.
@JSONCodable
struct PatchStep {
  /// What to do.
  let op: PatchOperation
  /// Where, as a JSON Pointer into the state.
  let path: String
  /// What is added or put in place.
  let value: JSON?
}

/// What a step of a patch does.
@JSONCodable
enum PatchOperation: String {
  case add, remove, replace
}
