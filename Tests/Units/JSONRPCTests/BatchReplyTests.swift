import JSONRPC
import Testing

struct BatchReplyTests {
  @Test func theAnswersAreThereWithTheLastAndInOrder() {
    var reply = BatchReply<String>(count: 3)
    #expect(reply.add("1") == nil)
    #expect(reply.add("2") == nil)
    #expect(reply.add("3") == ["1", "2", "3"])
  }

  @Test func oneAnswerIsAList() {
    var reply = BatchReply<String>(count: 1)
    #expect(reply.add("1") == ["1"])
  }

  @Test func answersAreNotKeptOnceTheyAreThere() {
    final class Answer {}

    var reply = BatchReply<Answer>(count: 1)
    weak var known: Answer?
    do {
      let answer = Answer()
      known = answer
      _ = reply.add(answer)
    }
    #expect(known == nil)
  }

  @Test func aBatchKeepsNoAnswersAfterTheirRemoval() {
    final class Answer {}

    var reply = BatchReply<Answer>(count: 3)
    weak var early: Answer?
    weak var late: Answer?
    do {
      let answers = (Answer(), Answer())
      (early, late) = answers
      _ = reply.add(answers.0)
      reply.removeAll()
      let all = reply.add(answers.1)
      #expect(all == nil)
    }
    #expect(early == nil && late == nil)
  }

  @Test func anAnswerTooManyTraps() async {
    await #expect(processExitsWith: .failure) {
      var reply = BatchReply<String>(count: 1)
      _ = reply.add("1")
      _ = reply.add("2")
    }
  }
}
