/// The collected answers to one batch.
public struct BatchReply<Answer> {
  private var outstanding: Int
  private var answers: [Answer] = []
  private var isAbandoned = false

  /// Creates a collection for a number of answers, at least one.
  public init(count: Int) {
    outstanding = count
  }

  /// Adds an answer. Returns all answers, in the order of their arrival, if this is the last one.
  public mutating func add(_ answer: Answer) -> [Answer]? {
    precondition(outstanding > 0, "a batch has more answers than requests")
    outstanding -= 1
    guard !isAbandoned else { return nil }
    answers.append(answer)
    guard outstanding == 0 else { return nil }
    // An answer may refer to the owner of this collection, which would be a reference cycle.
    defer { answers = [] }
    return answers
  }

  /// Removes the answers, and discards all that follow.
  public mutating func removeAll() {
    answers = []
    isAbandoned = true
  }
}
