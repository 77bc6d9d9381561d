import JSONRPC
import Testing

struct BatchReplyTests {
  @Test func theReplyIsThereWithTheLastResponse() {
    var reply = BatchReply(count: 3)
    #expect(reply.add("1".utf8) == nil)
    #expect(reply.add(#"{"a":[]}"#.utf8) == nil)
    let text = reply.add("3".utf8)
    #expect(text.map { String(decoding: $0, as: UTF8.self) } == #"[1,{"a":[]},3]"#)
  }

  @Test func aSingleResponseIsStillAnArray() {
    var reply = BatchReply(count: 1)
    let text = reply.add("{}".utf8)
    #expect(text.map { String(decoding: $0, as: UTF8.self) } == "[{}]")
  }

  @Test func aResponseTooManyTraps() async {
    await #expect(processExitsWith: .failure) {
      var reply = BatchReply(count: 1)
      _ = reply.add("1".utf8)
      _ = reply.add("2".utf8)
    }
  }
}
