import MacroSupport
import SwiftSyntaxMacros

/// `@JSONName`.
struct MarkerMacro: Marker {}
