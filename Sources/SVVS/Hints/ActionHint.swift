/// A hint for front ends about an action, as an argument of ``Action(_:_:)``.
///
/// ```swift
/// @Action("Here or not", .argument("id", from: "people", member: "id"))
/// ```
///
/// The macro ``ViewState(_:title:isStart:)`` reads the hints in the source code. Write each out, with string literals.
public enum ActionHint: Sendable {
  /// Front ends call the action once for each view that they open. It must need no arguments.
  case onAppear
  /// The action leads to a view of this type when it has settled. For each parameter of that view, `with` names its
  /// source: an argument of the action, or else a property of this view state; never a secret.
  case opens(_ type: String, with: KeyValuePairs<String, String> = [:])
  /// Describes the argument of this name.
  ///
  /// People read its title in place of its name. A front end neither shows nor keeps a write-only argument, such as a
  /// password. With `from`, the value comes from an array, a property of this view state, so that the action is offered
  /// for each element of the array; the value is this member of the element in JSON, or else the element itself.
  case argument(
    _ name: String, title: String? = nil, isWriteOnly: Bool = false, from: String? = nil, member: String? = nil)
}
