import MacroSupport
import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct SVVSMacrosPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    ViewStateMacro.self, StoreMacro.self, ObservedPropertyMacro.self, MarkerMacro.self,
  ]
}
