/// The kinds of mistakes in the use of a macro, each with a message that says what to do.
///
/// The messages have their own module, because the tests cannot import the plugin that reports them.
package protocol Misuse: RawRepresentable<String>, CaseIterable, Sendable {
  /// Whether the code is correct, but probably not meant as it is written.
  static var isWarning: Bool { get }
}

extension Misuse {
  package static var isWarning: Bool { false }
  package var message: String { rawValue }
}

/// A mistake in the use of `@ViewState`, or of a marker in the class.
package enum ViewStateMisuse: String, Misuse {
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
  case hintUnknown =
    """
    an action has no such hint: after its title, it can have .argument("name"), .confirms("question"), .destructive, \
    .enabled(when: "property"), .notCancellable, .notOffered, .offered, .onAppear and .opens("view type")
    """
  case hintInside = "front ends do not see this property: remove the hint"
  case hintOnMethod =
    "this attribute must be attached to a property: write hints about a method in @Action, as @Action(.opens(\"home\"))"
  case hintTwice = "this hint is given twice: remove one of them"
  case offeredAndNot = "an action cannot have both .offered and .notOffered: remove one of them"
  case severalRoles =
    """
    a property can have only one of @Answered, @Busy, @ErrorMessage, @Filters, @Notice and @Progress, but it can have \
    both @Busy and @Progress
    """
  case referenceUnknown = "the view state has no property of this name that front ends see"
  case actionUnknown = "the view state has no action of this name"
  case priorityOfProperty = "only a member of a @JSONCodable struct has a priority: remove it"
  case secondSubtitle = "a view state can have only one subtitle"
  case secondQuestion = "a view state can have only one property marked @Answered: ask one question after the other"
  case argumentUnknown = "the action has no argument of this name: use the label of a parameter"
  case memberWithoutProperty = "a member needs an array: name the array with `from:`"
  case secondOnAppear = "a view state can have only one action with .onAppear"
}

/// A declaration of a view state that is probably not meant as it is written.
package enum ViewStateWarning: String, Misuse {
  case secret =
    "front ends receive this value, which seems to be a secret: mark it @WriteOnly, or @Settable if that is intended"
  case settable = "front ends can set this property: make it private(set), or mark it @Settable if that is intended"
  case unawaitedTask =
    "the reply to the action does not wait for this task: make the action async, or write `_ = Task` if that is intended"

  package static var isWarning: Bool { true }
}

/// A mistake in the use of `@Store`, or in a property that `@Store` or `@ViewState` observes.
package enum ObservationMisuse: String, Misuse {
  case storeOnOtherThanClass = "@Store must be attached to the declaration of a final class"
  case storeWithObservable = "@Store and @Observable both observe the class: remove one of them"
  case storeWithViewState = "@ViewState already observes the class: remove @Store"

  case tuplePattern = "a tuple pattern cannot be observed: declare each property separately, or add @ObservationIgnored"
  case severalProperties = "an observed property needs a declaration of its own: write a var for each property"
  case nonisolatedProperty =
    "an observed property must be isolated to the main actor: remove nonisolated, or add @ObservationIgnored"
  case publishedProperty = "the class already observes its properties: remove @Published or @State"
  case propertyWrapper =
    "a property with this attribute cannot be observed: correct its name, or add @ObservationIgnored to a wrapper"
}

/// A mistake in the use of `@JSONCodable`.
package enum JSONCodableMisuse: String, Misuse {
  case codableOnOther = "@JSONCodable must be attached to the declaration of a struct, an enum or a final class"
  case enumWithoutRawValues =
    "an enum without payloads has a JSON form if its raw values are strings or integers: add `: String`"
  case caseWithoutCodingKey = "a case that front ends see needs a key: add this case to CodingKeys"
  case tuplePattern = "a tuple pattern cannot be a member: declare each property separately"
  case titleOfSeveralCases = "a title belongs to one case: declare each case separately"
  case titleOfPayload = "only a case of an enum with raw values has a title: remove it"
  case hiddenWithoutValue = "this property is not read from JSON: give it a value, or make it visible to front ends"
  case insideCondition =
    "a JSON form cannot depend on an #if: move the declaration out of the #if, or hide the property"
  case keyTaken = "another member has this name in JSON: give one of them another name"
  case markerTwice = "the property already has this attribute: remove one of them"

  case nameWithoutEffect =
    "@JSONName has no effect here: it must be attached to a stored property of a struct or class marked @JSONCodable"
  case hintWithoutEffect =
    "this hint has no effect here: it must be attached to a property that front ends see, in a view state or JSON form"
  case hiddenWithoutEffect =
    "@Hidden has no effect here: it must be attached to a property or method of a view state or a JSON form"
}

/// A type that cannot have a JSON form, as its syntax shows.
package enum JSONFormMisuse: String, Misuse {
  case tuple = "a tuple has no JSON form: declare a struct marked @JSONCodable, or hide the value from front ends"
  case function = "a function has no JSON form: hide it from front ends"
  case range = "a range has no JSON form: declare properties for its bounds, or hide it from front ends"
  case existential = "a value of any type has no JSON form: name one type that has a form, or hide the value"
}
