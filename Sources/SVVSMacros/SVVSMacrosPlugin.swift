import MacroExpansion
import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct SVVSMacrosPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    ViewStateMacro.self, StoreMacro.self, ObservedPropertyMacro.self, ViewStateMarkerMacro.self,
    JSONCodableMacro.self, JSONMarkerMacro.self,
  ]
}

// The compiler looks for the types in the module of the plugin. The code is in a library, because SwiftPM builds every
// test, and all that the tests depend on, a second time if one of them depends on a plugin.
final class ViewStateMacro: MacroExpansion.ViewStateMacro {}
final class StoreMacro: MacroExpansion.StoreMacro {}
final class ObservedPropertyMacro: MacroExpansion.ObservedPropertyMacro {}
final class ViewStateMarkerMacro: MacroExpansion.ViewStateMarkerMacro {}
final class JSONCodableMacro: MacroExpansion.JSONCodableMacro {}
final class JSONMarkerMacro: MacroExpansion.JSONMarkerMacro {}
