public import JSON

/// `state/changed`: a notification of all changes that one commit has made to the open views.
///
/// ```swift
/// let text =
///   #"{"commit":2,"cause":[{"id":4,"method":"add","view":"l"}],"#
///   + #""views":[{"view":"l","from":1,"changes":{"draft":""}}]}"#
/// let change = try StateChanged<[ViewChange]>(json: JSONValue(parsing: text))
/// #expect(change.commit == 2)
/// #expect(change.cause?.map(\.method) == ["add"])
/// #expect(change.views.map(\.from) == [1])
/// ```
@JSONCodable(omitsNil: true) @PackageInitializer
public struct StateChanged<Views> {
  /// The number of the commit. It is greater than the number of the previous commit.
  public let commit: Int
  /// The calls that caused the changes, at most 1,024 of them. They are listed only if the client requested them with
  /// `initialize`.
  public let cause: [CausingCall]?
  /// The changed views, in the order in which they were opened.
  public let views: Views
}

extension StateChanged: Sendable where Views: Sendable {}

/// The change of one view in one commit, in the form that the view's delivery determines.
///
/// A client applies the change to its stored state of the view:
///
/// ```swift
/// mutating func fold(_ change: ViewChange, of commit: Int) throws {
///   guard change.from == self.commit else { throw Gap() }
///   self.commit = commit
///   guard case .values(let change) = change else { throw Gap() }
///   for (name, value) in change.changes.json.members { state[name] = value }
///   for (name, text) in change.appended ?? [:] {
///     guard let held = state[name]?.string else { throw Gap() }
///     var writer = JSONWriter()
///     (held + text).encode(to: &writer)
///     state[name] = try JSONValue(parsing: writer.description)
///   }
/// }
/// ```
public enum ViewChange: Sendable {
  /// The new values of the changed properties, and what was added to texts. Sent with the delivery `properties`.
  case values(ChangedValues<JSONObject, [String: String]>)
  /// The operations that turn the old state into the new one. Sent with the delivery `patch`.
  case patch(PatchedState<[JSONPatch.Operation]>)
}

/// The change of a view with the delivery `properties`.
///
/// For an example, see ``ViewChange``.
@JSONCodable(omitsNil: true) @PackageInitializer
public struct ChangedValues<Values, Texts> {
  /// The name of the view.
  public let view: ExactString
  /// The commit number of the last snapshot or change that the server sent to the client for this view.
  public let from: Int
  /// The new values, by property name.
  public let changes: Values
  /// The texts to add to the ends of the values of other properties, by property name. Absent unless texts have
  /// grown and the client has the capability `append`.
  public let appended: Texts?
}

extension ChangedValues: Sendable where Values: Sendable, Texts: Sendable {}

/// The change of a view in which only texts have grown at their ends, with the delivery `properties`.
@JSONCodable @PackageInitializer
package struct GrownTexts<Texts> {
  /// The name of the view.
  package let view: ExactString
  /// The commit number of the last snapshot or change that the server sent to the client for this view.
  package let from: Int
  /// The texts to add to the ends of the values, by property name.
  package let appended: Texts
}

extension GrownTexts: Sendable where Texts: Sendable {}

/// The change of a view with the delivery `patch`.
///
/// For an example, see ``ViewChange``.
@JSONCodable @PackageInitializer
public struct PatchedState<Steps> {
  /// The name of the view.
  public let view: ExactString
  /// The commit number of the last snapshot or change that the server sent to the client for this view.
  public let from: Int
  /// The JSON Patch operations (RFC 6902, and `append`) that turn the old state into the new one.
  public let patch: Steps
}

extension PatchedState: Sendable where Steps: Sendable {}

extension ViewChange: JSONCodable {
  public static let jsonSchema = JSONSchema.anyOf([
    ChangedValues<JSONObject, [String: String]>.jsonSchema, GrownTexts<[String: String]>.jsonSchema,
    PatchedState<[JSONPatch.Operation]>.jsonSchema,
  ])

  public init(json: JSONValue) throws(JSONDecodingError) {
    if json["changes"] != nil {
      self = .values(try ChangedValues(json: json))
    } else if json["appended"] != nil {
      let grown = try GrownTexts<[String: String]>(json: json)
      self = .values(ChangedValues(view: grown.view, from: grown.from, changes: .empty, appended: grown.appended))
    } else {
      self = .patch(try PatchedState(json: json))
    }
  }

  public func encode(to writer: inout JSONWriter) {
    switch self {
    case .values(let change):
      guard let appended = change.appended, change.changes.json.count == 0 else { return change.encode(to: &writer) }
      GrownTexts(view: change.view, from: change.from, appended: appended).encode(to: &writer)
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

/// A call that caused a commit.
///
/// For an example, see ``StateChanged``.
@JSONCodable(omitsNil: true) @PackageInitializer
public struct CausingCall: Sendable {
  /// The id of the request. It is left out if the call was sent as a notification.
  public let id: RequestID?
  /// The method or action that was called.
  public let method: String
  /// The name of the view on which the method or action was called.
  public let view: ExactString?
}

/// The form in which the server sends the changes of a view.
///
/// A client selects the delivery when it opens a view. For an example, see ``ViewOpen``.
@JSONCodable
public enum Delivery: String, CaseIterable, Sendable {
  /// Each changed property with its new value.
  case properties
  /// The JSON Patch operations (RFC 6902) that turn the old state into the new one. The operations for a property are
  /// never longer than one `replace` operation with the property's whole new value.
  case patch
}
