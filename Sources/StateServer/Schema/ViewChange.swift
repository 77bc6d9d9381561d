import JSON
import SVVS

/// What has changed in one view, told as its delivery says.
enum ViewChange: JSONRepresentable {
  static let jsonSchema = JSONSchema.oneOf([
    schema(
      "ChangedValues", of: .properties,
      JSONSchema.Member("changes", [String: JSON].self, description: "The new values by the names of the properties.")),
    schema(
      "PatchedState", of: .patch,
      JSONSchema.Member(
        "patch", [PatchStep].self, description: "The steps from the old state to the new one, as in RFC 6902.")),
    schema(
      "ChangedNames", of: .signal,
      JSONSchema.Member("changed", [String].self, description: "The names of the properties.")),
  ])

  private static func schema(_ name: String, of delivery: Delivery, _ changes: JSONSchema.Member) -> JSONSchema {
    .object(
      JSONSchema.Object(
        name: name, description: "What has changed in a view with the delivery `\(delivery.rawValue)`.",
        members: [
          JSONSchema.Member("view", String.self, description: "The id of the view."),
          JSONSchema.Member(
            "from", Int.self,
            description: "The commit of the last snapshot or change that the client was sent for this view."),
          changes,
        ]))
  }
}
