import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import MacroExpansion

private let macros: [String: MacroSpec] = [
  "ViewState": MacroSpec(type: ViewStateMacro.self, conformances: ["ViewState"]),
  "Store": MacroSpec(type: StoreMacro.self, conformances: ["Observable"]),
  "_ObservedProperty": MacroSpec(type: ObservedPropertyMacro.self),
  "JSONCodable": MacroSpec(type: JSONCodableMacro.self, conformances: ["JSONEncodable", "JSONDecodable"]),
  "Action": MacroSpec(type: ViewStateMarkerMacro.self),
  "WriteOnly": MacroSpec(type: ViewStateMarkerMacro.self),
  "JSONName": MacroSpec(type: JSONMarkerMacro.self),
  "Hidden": MacroSpec(type: JSONMarkerMacro.self),
].merging(hintMacros) { first, _ in first }

private let hintMacros = Dictionary(
  uniqueKeysWithValues: PropertyHintSource.markers.map { name in
    let isValueHint = ValueHintAttribute(rawValue: name) != nil
    return (name, MacroSpec(type: isValueHint ? JSONMarkerMacro.self : ViewStateMarkerMacro.self))
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
      place: diagnostic.node.trimmedDescription.split(separator: "\n").first.map(String.init) ?? "",
      fixed: diagnostic.fixIts.map { context.source(source, after: $0) })
  }
}

/// A diagnostic of a macro.
struct Complaint: Equatable {
  let message: String
  /// The first line of the code that it is about.
  let place: String
  /// The source after each of its fix-its.
  let fixed: [String]
}

extension BasicMacroExpansionContext {
  /// The source after a fix-it.
  fileprivate func source(_ source: String, after fixIt: FixIt) -> String {
    var text = Array(source.utf8)
    for case .replaceText(let range, let replacement, let node) in fixIt.changes.reversed() {
      let start = location(for: range.lowerBound, anchoredAt: node, fileName: "").offset
      let end = location(for: range.upperBound, anchoredAt: node, fileName: "").offset
      text.replaceSubrange(start..<end, with: replacement.utf8)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
