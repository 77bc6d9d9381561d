/// State owned by one open view and changed only by its actions.
///
/// A view state lives exactly as long as its view: closing the view cancels the work its actions started, waits
/// for that work to end, and then releases the state. Facts that outlive the view belong in a store. A view lasts
/// until a front end closes it, or until a ``ScopeLifetime`` that its state stores is over.
///
/// All properties changed in one synchronous step reach the front end in one commit.
///
/// Conform with the macro of the same name, which writes ``interface`` from the declarations:
///
/// ```swift
/// @MainActor @ViewState("counter")
/// final class CounterViewState {
///   private(set) var count = 0
///   @Action func increment() { count += 1 }
/// }
/// ```
@MainActor
public protocol ViewState: AnyObject, Observable {
  /// The properties and actions of the view type, which the macro writes.
  static var interface: _ViewInterface<Self> { get }
}

/// Makes a class the state of views of a type, and its declarations the wire interface.
///
/// Properties that are not private become properties on the wire: read-only if they are `let`,
/// computed without a setter, or have a setter of less access; write-only if marked ``WriteOnly()``;
/// else readable and writable. Methods marked ``Action(_:)`` become actions. Private, static, lazy and
/// `@ObservationIgnored` declarations stay inside. A stored ``EffectScope`` is connected while the
/// view is open, and the end of a stored ``ScopeLifetime`` closes the view.
///
/// The class is observed as a ``Store()`` is. With `@Observable` beside it, that macro observes the class and this one
/// adds only the interface.
///
/// - Important: Code that observes a view state with `withObservationTracking` or `Observations` needs `@Observable`
///   beside this: without it, such code is notified of no change. Front ends, ``Effect/onChange(of:initial:_:)`` and
///   SwiftUI, where there is one, observe both kinds.
///
/// - Parameters:
///   - type: The name of the view type, as in `view/open`.
///   - title: What a person reads in place of that name.
///   - isStart: Whether a front end opens such a view first; one view type of an app at most.
@attached(extension, conformances: ViewState, names: named(interface))
@attached(member, names: named(_$observed), named(_$registrar))
@attached(memberAttribute)
public macro ViewState(_ type: String, title: String? = nil, isStart: Bool = false) =
  #externalMacro(module: "SVVSMacros", type: "ViewStateMacro")

/// Makes a method an action that front ends call by its name and argument labels.
///
/// A synchronous action has settled when it returns, an `async` one when its task has ended, and one that returns an
/// ``Effect`` when the effect has ended. An action never throws: store the failure in a property.
///
/// - Parameter hints: The hints about the action, such as ``ActionHint/onAppear``.
@attached(peer)
public macro Action(_ hints: ActionHint...) = #externalMacro(module: "SVVSMacros", type: "MarkerMacro")

/// Makes a method an action with a title.
///
/// ```swift
/// @Action("Open the door", .argument("code", title: "Code of the door", isWriteOnly: true))
/// func openDoor(code: String) { errorMessage = code == "1815" ? nil : "The code is wrong" }
/// ```
///
/// Otherwise the same as ``Action(_:)``.
///
/// - Parameters:
///   - title: The text that people read in place of the name.
///   - hints: The hints about the action, such as ``ActionHint/argument(_:title:isWriteOnly:from:member:)``.
@attached(peer)
public macro Action(_ title: String, _ hints: ActionHint...) =
  #externalMacro(module: "SVVSMacros", type: "MarkerMacro")

/// Makes a property one that front ends may set and never see, such as a password.
@attached(peer)
public macro WriteOnly() = #externalMacro(module: "SVVSMacros", type: "MarkerMacro")
