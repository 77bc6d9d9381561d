import MacroSupport
import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct JSONMacrosPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [JSONCodableMacro.self, MarkerMacro.self]
}
