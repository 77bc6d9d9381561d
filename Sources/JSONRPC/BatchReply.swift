/// Gathers the answers to one batch until the last is there.
public struct BatchReply<Answer> {
  private var outstanding: Int
  private var answers: [Answer] = []
  private var isAbandoned = false

  /// A batch that gets this many answers, at least one.
  public init(count: Int) {
    outstanding = count
  }

  /// Takes an answer; returns all of them, in the order they came, if it was the last.
  public mutating func add(_ answer: Answer) -> [Answer]? {
    precondition(outstanding > 0, "a batch has more answers than requests")
    outstanding -= 1
    guard !isAbandoned else { return nil }
    answers.append(answer)
    guard outstanding == 0 else { return nil }
    // Who made an answer may know the batch.
    defer { answers = [] }
    return answers
  }

  /// Forgets the answers, also those that follow: some never come.
  public mutating func removeAll() {
    answers = []
    isAbandoned = true
  }
}
