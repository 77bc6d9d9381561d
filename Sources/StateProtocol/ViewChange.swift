public import JSON

/// The change of one view in one commit, in the form that the view's delivery determines.
///
/// A client applies the change to its stored state of the view:
///
/// ```swift
/// mutating func fold(_ change: ViewChange, of commit: Int) throws {
///   guard change.from == self.commit else { throw Gap() }
///   self.commit = commit
///   guard case .values(let change) = change else { return }
///   for (name, value) in change.changes.json.members { state[name] = value }
/// }
/// ```
public enum ViewChange: Sendable {
  /// The new values of the changed properties. Sent with the delivery `properties`.
  case values(ChangedValues<JSONObject>)
  /// The operations that turn the old state into the new one. Sent with the delivery `patch`.
  case patch(PatchedState<[JSONPatch.Operation]>)
}

/// The change of a view with the delivery `properties`.
///
/// For an example, see ``ViewChange``.
@JSONCodable
public struct ChangedValues<Values> {
  /// The name of the view.
  public let view: ExactString
  /// The commit number of the last snapshot or change that the server sent to the client for this view.
  public let from: Int
  /// The new values, by property name.
  public let changes: Values

  /// Creates a change with new values.
  package init(view: ExactString, from: Int, changes: Values) {
    self.view = view
    self.from = from
    self.changes = changes
  }
}

extension ChangedValues: Sendable where Values: Sendable {}

/// The change of a view with the delivery `patch`.
///
/// For an example, see ``ViewChange``.
@JSONCodable
public struct PatchedState<Steps> {
  /// The name of the view.
  public let view: ExactString
  /// The commit number of the last snapshot or change that the server sent to the client for this view.
  public let from: Int
  /// The JSON Patch operations (RFC 6902) that turn the old state into the new one.
  public let patch: Steps

  /// Creates a change with the operations that produce the new state.
  package init(view: ExactString, from: Int, patch: Steps) {
    self.view = view
    self.from = from
    self.patch = patch
  }
}

extension PatchedState: Sendable where Steps: Sendable {}

extension ViewChange: JSONCodable {
  public static let jsonSchema = JSONSchema.oneOf([
    ChangedValues<JSONObject>.jsonSchema, PatchedState<[JSONPatch.Operation]>.jsonSchema,
  ])

  public init(json: JSONValue) throws(JSONDecodingError) {
    if json["changes"] != nil {
      self = .values(try ChangedValues(json: json))
    } else {
      self = .patch(try PatchedState(json: json))
    }
  }

  public func encode(to writer: inout JSONWriter) {
    switch self {
    case .values(let change): change.encode(to: &writer)
    case .patch(let change): change.encode(to: &writer)
    }
  }
}

extension ViewChange {
  /// The name of the view.
  public var view: ExactString {
    switch self {
    case .values(let change): change.view
    case .patch(let change): change.view
    }
  }

  /// The commit number of the last snapshot or change that the server sent to the client for this view. The client's
  /// stored state must be the state at this commit.
  public var from: Int {
    switch self {
    case .values(let change): change.from
    case .patch(let change): change.from
    }
  }
}
