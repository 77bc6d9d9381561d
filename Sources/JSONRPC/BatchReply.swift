/// The collected answers to one batch.
public struct BatchReply<Answer> {
  private var outstanding: Int
  private var answers: [Answer] = []
  private var isAbandoned = false

  /// Creates a collection for `count` answers. There must be at least one answer.
  public init(count: Int) {
    outstanding = count
  }

  /// Adds an answer. If it is the last one, returns all answers in the order in which they were added; otherwise
  /// returns nil.
  public mutating func add(_ answer: Answer) -> [Answer]? {
    precondition(outstanding > 0, "a batch has more answers than requests")
    outstanding -= 1
    guard !isAbandoned else { return nil }
    answers.append(answer)
    guard outstanding == 0 else { return nil }
    // Releases the answers, because one of them may refer to the owner of this collection. That would be a reference
    // cycle.
    defer { answers = [] }
    return answers
  }

  /// Removes all answers, and discards the answers that are added later.
  public mutating func removeAll() {
    answers = []
    isAbandoned = true
  }
}
