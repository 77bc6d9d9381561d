import MacroSupport
import SwiftSyntaxMacros

/// The implementation of `@Action`, `@WriteOnly` and the hints about properties.
struct MarkerMacro: Marker {}
