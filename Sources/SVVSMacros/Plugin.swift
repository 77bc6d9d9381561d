import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct Plugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [ViewStateMacro.self, JSONCodableMacro.self, MarkerMacro.self]
}
