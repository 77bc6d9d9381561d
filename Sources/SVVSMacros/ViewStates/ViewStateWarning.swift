import MacroMessages
import SwiftDiagnostics
import SwiftSyntax

extension ViewStateWarning {
  /// The warning about a stored property that front ends can set.
  static func aboutSetting(
    _ name: String, _ binding: PatternBindingSyntax, in declaration: VariableDeclSyntax
  ) -> Diagnostic? {
    guard !declaration.hasAttribute("Settable") else { return nil }
    let words = name.words
    let isFlag =
      binding.typeAnnotation?.type.trimmedDescription == "Bool"
      || binding.initializer?.value.is(BooleanLiteralExprSyntax.self) ?? false
    let intended = Correction.insert("@Settable ", before: declaration)
    if !isFlag, words.isNameOfSecret {
      return secret.diagnose(at: declaration, .insert("@WriteOnly ", before: declaration), intended)
    }
    if words.count > 1, words.first == "is" || words.last == "message" {
      return settable.diagnose(
        at: declaration, .insert("private(set) ", before: declaration.bindingSpecifier), intended)
    }
    return nil
  }

  /// The warnings about tasks that an action starts without waiting for them.
  static func aboutTasks(in function: FunctionDeclSyntax) -> [Diagnostic] {
    let finder = TaskFinder(viewMode: .sourceAccurate)
    if let body = function.body { finder.walk(body) }
    return finder.tasks.map { unawaitedTask.diagnose(at: $0.calledExpression, .insert("_ = ", before: $0)) }
  }
}

/// Finds the calls in a function's own statements that create a task and ignore it.
private final class TaskFinder: SyntaxVisitor {
  private(set) var tasks: [FunctionCallExprSyntax] = []

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    if let call = node.item.as(FunctionCallExprSyntax.self), call.createsTask { tasks.append(call) }
    return .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension FunctionCallExprSyntax {
  /// Whether the call is `Task { … }`, `Task(priority: …) { … }` or `Task.detached { … }`.
  fileprivate var createsTask: Bool {
    ["Task", "Task.detached", "Task.immediate"].contains(calledExpression.trimmedDescription)
  }
}

extension [String] {
  /// Whether the words of a name are those of a secret. A `sortKey` is not a secret.
  fileprivate var isNameOfSecret: Bool {
    let secrets: Set = ["password", "passwords", "token", "tokens", "secret", "secrets"]
    let kinds: Set = ["api", "access", "auth", "encryption", "private", "secret", "signing"]
    return !secrets.isDisjoint(with: self) || last == "key" && dropLast().last.map(kinds.contains) ?? true
  }
}

extension String {
  /// The words of a name such as `accessToken` or `userAPIKey`, in lower case.
  fileprivate var words: [String] {
    let characters = Array(self)
    var words = [""]
    for (index, character) in characters.enumerated() where character != "_" {
      let previous = index > 0 ? characters[index - 1] : "_"
      let isInCapitals = previous.isUppercase && !(characters.dropFirst(index + 1).first?.isLowercase ?? false)
      if previous == "_" || character.isUppercase && !isInCapitals { words.append("") }
      words[words.count - 1] += character.lowercased()
    }
    return words.filter { !$0.isEmpty }
  }
}
