import MacroSupport
import SwiftSyntaxMacros

/// The macros `@JSONName`, `@Title` and `@Hidden`.
struct MarkerMacro: Marker {}
