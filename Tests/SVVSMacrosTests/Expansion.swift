import MacroSupport
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import JSONMacros
@testable import SVVSMacros

private let macros: [String: MacroSpec] = [
  "ViewState": MacroSpec(type: ViewStateMacro.self, conformances: ["ViewState"]),
  "Store": MacroSpec(type: StoreMacro.self, conformances: ["Observable"]),
  "_ObservedProperty": MacroSpec(type: ObservedPropertyMacro.self),
  "JSONCodable": MacroSpec(type: JSONCodableMacro.self, conformances: ["JSONEncodable", "JSONDecodable"]),
  "Action": MacroSpec(type: SVVSMacros.MarkerMacro.self),
  "WriteOnly": MacroSpec(type: SVVSMacros.MarkerMacro.self),
  "JSONName": MacroSpec(type: JSONMacros.MarkerMacro.self),
  "Hidden": MacroSpec(type: JSONMacros.MarkerMacro.self),
  "Title": MacroSpec(type: JSONMacros.MarkerMacro.self),
].merging(hintMacros) { first, _ in first }

private let hintMacros = Dictionary(
  uniqueKeysWithValues: ["Busy", "ErrorMessage", "Filters", "Opens"].map {
    ($0, MacroSpec(type: SVVSMacros.MarkerMacro.self))
  })

/// Expects that a source without mistakes expands to another, in which one of the macros may be left as it is.
func expectExpansion(
  _ source: String, to expanded: String, without macro: String? = nil,
  location: Testing.SourceLocation = #_sourceLocation
) {
  assertMacroExpansion(
    source, expandedSource: expanded, macroSpecs: macros.filter { $0.key != macro }, indentationWidth: .spaces(2),
    failureHandler: { Issue.record(Comment(rawValue: $0.message), sourceLocation: location) })
}

/// The diagnostics of the macros in a source, each with the first line of its code.
func complaints(about source: String) -> [Complaint] {
  let file = Parser.parse(source: source)
  let context = BasicMacroExpansionContext(
    sourceFiles: [file: BasicMacroExpansionContext.KnownSourceFile(moduleName: "Test", fullFilePath: "test.swift")])
  _ = file.expand(
    macroSpecs: macros,
    contextGenerator: {
      BasicMacroExpansionContext(sharingWith: context, lexicalContext: $0.allMacroLexicalContexts())
    },
    indentationWidth: .spaces(2))
  return context.diagnostics.map { diagnostic in
    Complaint(
      message: diagnostic.message,
      place: diagnostic.node.trimmedDescription.split(separator: "\n").first.map(String.init) ?? "")
  }
}

struct Complaint: Equatable {
  let message: String
  let place: String
}
