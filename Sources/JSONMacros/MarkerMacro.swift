import MacroSupport
import SwiftSyntaxMacros

/// `@JSONName`, `@Title` and `@Hidden`.
struct MarkerMacro: Marker {}
