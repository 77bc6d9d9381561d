import MacroSupport
import SwiftSyntaxMacros

/// `@Action` and `@WriteOnly`.
struct MarkerMacro: Marker {}
