import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct SVVSMacrosPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    ViewStateMacro.self, StoreMacro.self, ObservedPropertyMacro.self, ViewStateMarkerMacro.self,
    JSONCodableMacro.self, JSONMarkerMacro.self, PackageInitializerMacro.self,
  ]
}
