import MacroMessages
import SwiftSyntax

/// The name of a property or an action in a hint.
struct HintReference {
  enum Kind {
    case property, action
    /// A property that may be write-only.
    case field
  }

  let kind: Kind
  let name: String
  /// The string literal in the source code.
  let literal: ExprSyntax

  /// Reads a name. The argument is nil if it is missing in `attribute`.
  init(
    _ argument: ExprSyntax?, kind: Kind = .property, in attribute: some SyntaxProtocol
  ) throws(ViewStateMistake) {
    self.kind = kind
    guard let argument else { throw ViewStateMistake(.hintNotLiteral, attribute) }
    name = try argument.hintText
    literal = argument
  }
}

extension ExprSyntax {
  /// The text of a string literal that is not empty and has no interpolation.
  var hintText: String {
    get throws(ViewStateMistake) {
      guard let plainText else { throw ViewStateMistake(.hintNotLiteral, self) }
      return plainText
    }
  }

  /// The string literal itself, as source code.
  var hintLiteral: String {
    get throws(ViewStateMistake) {
      _ = try hintText
      return trimmedDescription
    }
  }
}

extension LabeledExprListSyntax {
  /// The `_Destination` of the arguments of `@Opens` or `.opens`, as source code. It begins with `.init`, so that a
  /// type of the author with the same name does not shadow it.
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
