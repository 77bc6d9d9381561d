import MacroSupport
import SwiftSyntaxMacros

/// `@Action`, `@WriteOnly` and the hints about properties.
struct MarkerMacro: Marker {}
