import SwiftDiagnostics

/// A mistake in the use of `@Store`, or in a property that `@Store` or `@ViewState` observes.
enum ObservationMisuse: String, Misuse {
  case storeOnOtherThanClass = "@Store must be attached to the declaration of a final class"
  case storeWithObservable = "@Store and @Observable both observe the class: remove one of them"
  case storeWithViewState = "@ViewState already observes the class: remove @Store"

  case tuplePattern = "a tuple pattern cannot be observed: declare each property separately, or add @ObservationIgnored"
  case severalProperties = "an observed property needs a declaration of its own: write a var for each property"
  case nonisolatedProperty =
    "an observed property must be isolated to the main actor: remove nonisolated, or add @ObservationIgnored"
  case publishedProperty = "the class already observes its properties: remove @Published or @State"
  case propertyWrapper = "a property with a property wrapper cannot be observed: add @ObservationIgnored"
}
