import MacroSupport
import SwiftDiagnostics

/// A mistake in the use of `@ViewState` and the markers within.
enum ViewStateMisuse: String, Misuse {
  case viewStateOnOtherThanClass = "@ViewState belongs on a final class"
  case viewTypeNotLiteral = "write the view type as a plain string that is not empty, such as @ViewState(\"counter\")"

  case secondEffectScope = "a view state has one EffectScope: add all effects to it"
  case secondLifetime = "a view state has one ScopeLifetime: make a scope within the other, and store that one's"

  case actionThrows = "an action never throws: catch the error and keep the failure as state"
  case actionReturnsValue = "an action returns nothing or an Effect: what it found out belongs in a property"
  case actionAsyncEffect = "an action is either async or returns an Effect: choose one"
  case actionHidden = "front ends call actions on the view: an action can be neither private nor static"
  case actionGeneric = "an action cannot be generic: its arguments come as JSON"
  case actionNameTaken = "another action has this name; front ends tell actions apart by their base name alone"
  case actionNameReserved = "this name is a method of the protocol: rename the action"
  case argumentReserved = "this name is a parameter of the protocol: give the argument another label"
  case argumentPassing = "an argument of an action cannot be inout or variadic: it comes as JSON"

  case writeOnlyUnsettable = "a write-only property must be settable: make it a var without private(set)"
  case getterEffects = "a property on the wire cannot be async or throw: make it private, or store the result"

  case actionOnProperty = "@Action belongs on a method: front ends read and set properties by their names"
  case secondAction = "a method has one @Action: put the hints together"
  case hintNotLiteral = "write hints out, with plain strings that are not empty: they are read before the program runs"
  case hintInside = "front ends do not see this property, and so no hint about it: remove the hint"
  case hintOnMethod =
    "this hint belongs on a property: a method has its hints in @Action, as in @Action(\"Log in\", .opens(\"home\"))"
  case hintTwice = "this action has this hint already: remove one of them"
  case severalRoles = "a property is one of @Busy, @ErrorMessage and @Filters"
  case referenceUnknown = "this hint names no property of the view state that front ends see"
  case argumentUnknown = "this action has no argument of this name: use the label of a parameter"
  case memberWithoutProperty = "say with `from:` which array has this member"
  case secondOnAppear = "a view state has one action that is called on appearance"
}

typealias ViewStateMistake = Mistake<ViewStateMisuse>
