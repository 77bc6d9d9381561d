/// A hint for front ends about an action, as an argument of ``Action(_:_:)``.
///
/// ```swift
/// @Action("Here or not", .argument("id", from: "people", member: "id"))
/// ```
///
/// The macro ``ViewState(_:title:isStart:)`` reads hints from the source code, so they must be string literals.
public enum ActionHint: Sendable {
  /// Front ends call the action once for each view that they open. It must need no arguments.
  case onAppear
  /// Front ends open a view of this type when the action has settled.
  ///
  /// `with` maps each parameter of that view to its source: an argument of the action or, if there is none of that
  /// name, a property of this view state. The source must not be a secret.
  case opens(_ type: String, with: KeyValuePairs<String, String> = [:])
  /// Describes an argument.
  ///
  /// Front ends show `title` in place of the name. They neither show nor keep a write-only argument, such as a
  /// password. `from` names an array, a property of this view state: front ends then offer the action for each element
  /// of the array, and pass `member` of the element in JSON, or the element itself if `member` is nil.
  case argument(
    _ name: String, title: String? = nil, isWriteOnly: Bool = false, from: String? = nil, member: String? = nil)
}
