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

// MARK: - Files

/// A place in a file on the machine of the server. Front ends show it as `path:line:column`.
///
/// To have front ends open the file, mark a property with ``OpensFile(member:)``.
///
/// The path may come from anywhere: front ends open only regular files that exist, and say so in a message if a path is
/// not one.
@JSONCodable(omitsNil: true)
public struct FileLocation: Hashable, Sendable {
  /// The absolute path of the file.
  public var path: String
  /// The line, counted from 1.
  public var line: Int?
  /// The column in the line, in Unicode scalars, counted from 1. It has no effect without a line.
  public var column: Int?

  /// Creates a place in a file. Here, a line or column below 1 becomes nil: many tools write 0 for a whole file.
  public init(path: String, line: Int? = nil, column: Int? = nil) {
    let counted = { (number: Int?) in number.flatMap { $0 < 1 ? nil : $0 } }
    (self.path, self.line, self.column) = (path, counted(line), counted(column))
  }
}
