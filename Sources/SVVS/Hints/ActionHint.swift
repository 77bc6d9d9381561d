/// A hint for front ends about an action. It is passed as an argument of ``Action(_:_:)``.
///
/// ```swift
/// @Action("Here or not", .argument("id", from: "people", member: "id"))
/// ```
///
/// The macro ``ViewState(_:title:actions:isStart:)`` reads hints from the source code, so their strings must be
/// literals.
public enum ActionHint: Sendable {
  /// Front ends call the action once for each view that they open. The action must not require arguments. They do not
  /// offer it to people, unless it is also marked ``offered``.
  case onAppear
  /// Front ends offer an action that is called when a view appears.
  case offered
  /// Front ends do not offer the action to people, because it is only called by other means, such as ``Submits(_:)``.
  case notOffered
  /// The action destroys something. Front ends ask for a confirmation, with the title of the action as the question
  /// unless ``confirms(_:)`` states another one.
  case destructive
  /// Front ends ask people this question, after they have entered the arguments, and call the action only if they say
  /// yes.
  case confirms(_ question: String)
  /// The action has an effect only while this boolean property of the view state is true. While it is false, front ends
  /// dim the action. People can still call it.
  case enabled(when: String)
  /// Front ends open a view of this type when the action has settled.
  ///
  /// `with` maps each parameter of that view to the name of its source. The source is the argument of the action with
  /// that name. If there is no such argument, the source is the property of this view state with that name. The source
  /// must not be a secret.
  case opens(_ type: String, with: KeyValuePairs<String, String> = [:])
  /// Front ends do not offer to cancel a call of the action.
  case notCancellable
  /// Describes an argument.
  ///
  /// Front ends show `title` in place of the argument's name. They neither show nor keep an argument that is write-only
  /// (for example, a password). `from` names an array property of this view state. Front ends then offer the action for
  /// each element of that array. They pass the member of the element's JSON form that `member` names, or the whole
  /// element if `member` is nil.
  ///
  /// If a person enters an empty text for a required argument, front ends ask again, unless `mayBeEmpty` is true.
  case argument(
    _ name: String, title: String? = nil, isWriteOnly: Bool = false, from: String? = nil, member: String? = nil,
    mayBeEmpty: Bool = false)
}
