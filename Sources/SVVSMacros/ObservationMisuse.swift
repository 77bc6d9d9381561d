import MacroSupport
import SwiftDiagnostics

/// A mistake in the use of `@Store`, or in what it and `@ViewState` observe.
enum ObservationMisuse: String, Misuse {
  case storeOnOtherThanClass = "@Store belongs on a final class"
  case storeWithObservable = "@Store and @Observable both observe the class: remove one of them"
  case storeWithViewState = "@ViewState observes the class already: remove @Store"

  case tuplePattern = "an observed property has a name of its own: take the tuple apart, or add @ObservationIgnored"
  case severalProperties = "an observed property has a declaration of its own: write a var for each"
  case nonisolatedProperty =
    "an observed property belongs to the main actor: remove nonisolated, or add @ObservationIgnored"
}
