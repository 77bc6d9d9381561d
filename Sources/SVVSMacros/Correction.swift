import SwiftDiagnostics
import SwiftSyntax

/// A change of the source code that corrects a mistake.
struct Correction {
  private struct Message: FixItMessage {
    let message: String
    var fixItID: MessageID { MessageID(domain: "SVVS", id: "correction") }
  }

  /// The change, for a diagnostic.
  let fixIt: FixIt

  private init(_ message: String, _ node: some SyntaxProtocol, _ range: Range<AbsolutePosition>, _ text: String) {
    let change = FixIt.Change.replaceText(range: range, with: text, in: Syntax(node))
    fixIt = FixIt(message: Message(message: message), changes: [change])
  }

  /// Inserts text in front of a node.
  static func insert(_ text: String, before node: some SyntaxProtocol) -> Correction {
    let start = node.positionAfterSkippingLeadingTrivia
    return Correction("insert '\(words(of: text))'", node, start..<start, text)
  }

  /// Inserts text after a node.
  static func insert(_ text: String, after node: some SyntaxProtocol) -> Correction {
    let end = node.endPositionBeforeTrailingTrivia
    return Correction("insert '\(words(of: text))'", node, end..<end, text)
  }

  /// The words of a text, with one space between two.
  private static func words(of text: String) -> String { text.split(separator: " ").joined(separator: " ") }

  /// Replaces a node.
  static func replace(_ node: some SyntaxProtocol, with text: String) -> Correction {
    Correction("replace '\(node.trimmedDescription)' with '\(text)'", node, node.trimmedRange, text)
  }

  /// Removes a node and the space after it.
  static func remove(_ node: some SyntaxProtocol) -> Correction {
    let range = node.positionAfterSkippingLeadingTrivia..<node.endPosition
    return Correction("remove '\(node.trimmedDescription)'", node, range, "")
  }

  /// Makes a type a final class; nil for an enum or a protocol.
  static func makingFinalClass(_ declaration: some DeclGroupSyntax) -> Correction? {
    if let declaration = declaration.as(ClassDeclSyntax.self) {
      return .insert("final ", before: declaration.classKeyword)
    }
    if let declaration = declaration.as(StructDeclSyntax.self) {
      return .replace(declaration.structKeyword, with: "final class")
    }
    return declaration.as(ActorDeclSyntax.self).map { .replace($0.actorKeyword, with: "final class") }
  }

  /// Removes an element of a list of arguments, and the comma that separates it from the others.
  static func remove(_ element: LabeledExprSyntax) -> Correction {
    let message = "remove '\(element.with(\.trailingComma, nil).trimmedDescription)'"
    guard element.trailingComma == nil, let previous = element.previousToken(viewMode: .sourceAccurate),
      previous.tokenKind == .comma
    else { return Correction(message, element, element.positionAfterSkippingLeadingTrivia..<element.endPosition, "") }
    let list = element.parent ?? Syntax(element)
    let range = previous.positionAfterSkippingLeadingTrivia..<element.endPositionBeforeTrailingTrivia
    return Correction(message, list, range, "")
  }
}
