public import JSON

/// A question of an app that people answer, as the value of a property that is marked ``Answered(by:)``.
///
/// ```swift
/// question = Question(
///   title: "Remove \(problems.count) problems?",
///   choices: [
///     Question.Choice("remove", title: "Remove", role: .destructive),
///     Question.Choice("keep", title: "Keep", role: .cancel),
///   ])
/// ```
///
/// A question is state: all front ends of the view ask it, also after they have connected again. One of them answers.
@JSONCodable(omitsNil: true)
public struct Question: Hashable, Sendable {
  /// A possible answer.
  @JSONCodable(omitsNil: true)
  public struct Choice: Hashable, Sendable {
    /// The way in which a choice differs from others.
    @JSONCodable
    public enum Role: String, Sendable {
      /// The choice destroys something. Front ends show it in this style.
      case destructive
      /// The choice leaves everything as it is. Escape chooses it.
      case cancel
      /// Most people make this choice.
      case preferred
    }

    /// The argument with which the action is called. The choices of a question should have different values.
    public var value: String
    /// The text that people read.
    public var title: String
    /// The way in which the choice differs from others.
    public var role: Role?

    /// Creates a choice.
    public init(_ value: String, title: String, role: Role? = nil) {
      (self.value, self.title, self.role) = (value, title, role)
    }
  }

  /// Tells this question from earlier and later ones of the view, so that an answer to one of them has no effect. By
  /// default, a random text that does not repeat.
  public var id: String
  /// The question.
  public var title: String
  /// Further text, which may have several lines.
  public var message: String?
  /// The possible answers, in the order in which people see them. If there are none, people can only read the question.
  public var choices: [Choice]

  /// Creates a question. Name an `id` only to ask the same question again, so that an answer to the former one counts.
  public init(
    id: String = String(UInt64.random(in: 0 ... .max), radix: 36), title: String, message: String? = nil,
    choices: [Choice]
  ) {
    (self.id, self.title, self.message, self.choices) = (id, title, message, choices)
  }
}
