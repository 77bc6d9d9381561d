import SwiftDiagnostics

/// A mistake in the use of `@ViewState`, or of a marker in the class.
enum ViewStateMisuse: String, Misuse {
  case viewStateOnOtherThanClass = "@ViewState must be attached to the declaration of a final class"
  case viewTypeNotLiteral = "the view type must be a string literal that is not empty, such as @ViewState(\"counter\")"

  case markerInExtension =
    "this attribute has no effect in an extension: move the declaration into the class marked @ViewState"
  case markerOutside =
    "this attribute has no effect here: it must be attached to a member of a class marked @ViewState"
  case actionOnOtherThanMethod = "@Action must be attached to a method: front ends call methods only"

  case secondEffectScope = "a view state can have only one EffectScope: add all effects to that one"
  case secondLifetime =
    "a view state can have only one ScopeLifetime: nest one scope within the other, and keep the inner lifetime"

  case actionThrows = "an action cannot throw: catch the error and store a message in a property"
  case actionReturnsValue = "an action can only return an Effect: store other results in a property"
  case actionAsyncEffect = "an action cannot both be async and return an Effect: remove one of them"
  case actionHidden = "an action cannot be private, static or @Hidden: front ends call it on the view state"
  case actionGeneric = "an action cannot be generic: its arguments are decoded from JSON"
  case actionNameTaken = "another action has this name: front ends distinguish actions only by their base names"
  case actionNameReserved = "this name is reserved for a method of the protocol: rename the action"
  case argumentReserved = "this name is reserved for a parameter of the protocol: give the argument another label"
  case argumentNameTaken = "another argument has this name: front ends pass arguments by their labels"
  case argumentPassing = "an argument of an action cannot be inout or variadic: it is decoded from JSON"

  case unsettable = "a property marked @WriteOnly or @Settable must be settable: make it a var without private(set)"
  case getterEffects = "a property that front ends see cannot be async or throw: make it private, or store the result"

  case insideCondition =
    "front ends cannot see a declaration in an #if: move the condition into the body, or hide the declaration"

  case connectedInsideCondition =
    "an EffectScope or a ScopeLifetime in an #if is not connected to the view: move it out of the #if"

  case actionOnProperty = "@Action must be attached to a method: front ends read and set properties by their names"
  case secondAction = "a method can have only one @Action: combine the hints"
  case hintNotLiteral =
    "a hint must consist of string literals that are not empty: the macro reads it from the source code"
  case hintInside = "front ends do not see this property: remove the hint"
  case hintOnMethod =
    "this attribute must be attached to a property: write hints about a method in @Action, as @Action(.opens(\"home\"))"
  case hintTwice = "this hint is given twice: remove one of them"
  case severalRoles = "a property can have only one of @Busy, @ErrorMessage and @Filters"
  case referenceUnknown = "the view state has no property of this name that front ends see"
  case actionUnknown = "the view state has no action of this name"
  case priorityOfProperty = "only a member of a @JSONCodable struct has a priority: remove it"
  case secondSubtitle = "a view state can have only one subtitle"
  case argumentUnknown = "the action has no argument of this name: use the label of a parameter"
  case memberWithoutProperty = "a member needs an array: name the array with `from:`"
  case secondOnAppear = "a view state can have only one action with .onAppear"
}

typealias ViewStateMistake = Mistake<ViewStateMisuse>
