import MacroSupport
import SwiftSyntaxMacros

/// `@Action`, `@WriteOnly` and the hints to front ends.
struct MarkerMacro: Marker {}
