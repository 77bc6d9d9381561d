import JSON
import JSONRPC
import SVVS

/// `state/changed`: what one step has changed, in every open view. The server sends it.
enum StateChanged: JSONRepresentable {
  static let name = "state/changed"

  static let jsonSchema = JSONSchema.object(
    JSONSchema.Object(
      name: "StateChanged",
      description: "`state/changed`: what one step has changed, in every open view. The server sends it.",
      members: [
        JSONSchema.Member("commit", Int.self, description: "The number of the commit; commits are numbered upwards."),
        JSONSchema.Member(
          "cause", [CausingCall].self, isRequired: false,
          description: "The calls that made the change, if the client asked to know."),
        JSONSchema.Member("views", [ViewChange].self, description: "The views that have changed."),
      ]))
}

/// A call that has changed something.
@JSONCodable
struct CausingCall {
  /// The id of the request; none for a notification.
  let id: RequestID?
  /// The method or action that was called.
  let method: String
  /// The view that it was called on.
  let view: String?
}
