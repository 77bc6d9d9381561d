import MacroSupport
import SwiftSyntax

/// A property that a hint names.
struct HintReference {
  let name: String
  /// Where the hint names it.
  let place: Syntax
}

extension ExprSyntax {
  /// The text of a plain string literal that is not empty.
  var hintText: String {
    get throws(ViewStateMistake) {
      guard let plainText else { throw ViewStateMistake(.hintNotLiteral, self) }
      return plainText
    }
  }

  /// The plain string literal that is not empty, as source.
  var hintLiteral: String {
    get throws(ViewStateMistake) {
      _ = try hintText
      return trimmedDescription
    }
  }
}

extension LabeledExprListSyntax {
  /// The view that the arguments of `@Opens` or `.opens` name, as source without the name of the type, which the author
  /// may have used.
  var destination: String {
    get throws(ViewStateMistake) {
      guard let type = argument(nil) else { throw ViewStateMistake(.hintNotLiteral, self) }
      let parameters = argument("with")
      if let parameters, !parameters.is(DictionaryExprSyntax.self) {
        throw ViewStateMistake(.hintNotLiteral, parameters)
      }
      return ".init(\(try type.hintLiteral)\(parameters.map { ", with: \($0.trimmedDescription)" } ?? ""))"
    }
  }
}
