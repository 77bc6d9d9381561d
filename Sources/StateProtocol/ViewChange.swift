public import JSON

/// What one commit has changed in one view, in the form of its delivery.
///
/// A client folds it into the state that it holds:
///
/// ```swift
/// mutating func fold(_ change: ViewChange, of commit: Int) throws {
///   guard change.from == self.commit else { throw Gap() }
///   self.commit = commit
///   guard case .changes(let values) = change.content else { return }
///   for (name, value) in values.json.members { state[name] = value }
/// }
/// ```
public struct ViewChange: Sendable {
  /// The name of the view.
  public let view: ExactString
  /// The commit of the last snapshot or change of this view that was sent: the client must hold it.
  public let from: Int
  /// What has changed.
  public let content: Content

  /// What has changed in a view, in one of three forms.
  public enum Content: Sendable {
    /// The new values by the names of the properties.
    case changes(JSONObject)
    /// The steps from the old state to the new one, as in RFC 6902.
    case patch([JSONPatch.Operation])
    /// The names of the properties.
    case changed([String])
  }
}

extension ViewChange: JSONCodable {
  private static let viewName = "view"
  private static let fromName = "from"

  public static let jsonSchema = JSONSchema.oneOf(Delivery.allCases.map(schema))

  private static func schema(of delivery: Delivery) -> JSONSchema {
    .object(
      JSONSchema.Object(
        name: delivery.changeName, description: "What has changed in a view with the delivery `\(delivery.rawValue)`.",
        members: [
          JSONSchema.Member(viewName, String.self, description: "The id of the view."),
          JSONSchema.Member(
            fromName, Int.self,
            description: "The commit of the last snapshot or change that the client was sent for this view."),
          delivery.member,
        ]))
  }

  public init(json: JSONValue) throws(JSONDecodingError) {
    view = try json.decode(ViewChange.viewName)
    from = try json.decode(ViewChange.fromName)
    switch Delivery.allCases.first(where: { json[$0.memberName] != nil }) {
    case .properties: content = .changes(try json.decode(Delivery.properties.memberName))
    case .patch: content = .patch(try json.decode(Delivery.patch.memberName))
    case .signal: content = .changed(try json.decode(Delivery.signal.memberName))
    case nil: throw JSONDecodingError("tells of no change")
    }
  }

  public func encode(to writer: inout JSONWriter) {
    ViewChange.write(view: view, from: from, delivery: content.delivery, to: &writer) { content.write(to: &$0) }
  }

  /// Writes a change whose content is written where it goes.
  ///
  /// `content` writes one JSON value: an object of the new values, an array of steps, or an array of names.
  public static func write(
    view: ExactString, from: Int, delivery: Delivery, to writer: inout JSONWriter, content: (inout JSONWriter) -> Void
  ) {
    writer.object { writer in
      writer.member(viewName, view)
      writer.member(fromName, from)
      writer.key(delivery.memberName)
      content(&writer)
    }
  }
}

extension ViewChange.Content {
  /// The delivery that has this form.
  public var delivery: Delivery {
    switch self {
    case .changes: .properties
    case .patch: .patch
    case .changed: .signal
    }
  }
}

extension ViewChange.Content: CustomStringConvertible {
  /// The content as JSON text.
  public var description: String {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.description
  }

  fileprivate func write(to writer: inout JSONWriter) {
    switch self {
    case .changes(let values): values.encode(to: &writer)
    case .patch(let steps): steps.encode(to: &writer)
    case .changed(let names): names.encode(to: &writer)
    }
  }
}

extension Delivery {
  /// The name of the schema of a change.
  fileprivate var changeName: String {
    switch self {
    case .properties: "ChangedValues"
    case .patch: "PatchedState"
    case .signal: "ChangedNames"
    }
  }

  /// The name of the member that tells what has changed.
  fileprivate var memberName: String {
    switch self {
    case .properties: "changes"
    case .patch: "patch"
    case .signal: "changed"
    }
  }

  fileprivate var member: JSONSchema.Member {
    switch self {
    case .properties:
      JSONSchema.Member(
        memberName, [String: JSONValue].self, description: "The new values by the names of the properties.")
    case .patch:
      JSONSchema.Member(
        memberName, [JSONPatch.Operation].self,
        description: "The steps from the old state to the new one, as in RFC 6902.")
    case .signal: JSONSchema.Member(memberName, [String].self, description: "The names of the properties.")
    }
  }
}
