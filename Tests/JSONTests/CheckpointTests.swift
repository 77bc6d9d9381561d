import JSON
import Testing

struct CheckpointTests {
  @Test func whatWasWrittenSinceACheckpointIsTakenBack() {
    var writer = JSONWriter()
    writer.array { writer in
      let first = writer.checkpoint
      writer.write(1)
      writer.restore(first)
      writer.write(2)
      let second = writer.checkpoint
      writer.object { $0.member("a", 3) }
      writer.restore(second)
      writer.write(4)
    }
    #expect(writer.description == "[2,4]")
  }

  @Test func aMemberIsTakenBackWithItsComma() {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("a", 1)
      let checkpoint = writer.checkpoint
      writer.member("b", 2)
      writer.restore(checkpoint)
      writer.member("c", 3)
    }
    #expect(writer.description == #"{"a":1,"c":3}"#)
  }

  @Test func aWriterThatForgotItsTextStartsAfresh() {
    var writer = JSONWriter()
    writer.write(1)
    writer.removeAll()
    #expect(writer.bytes.isEmpty)
    writer.write(2)
    #expect(writer.description == "2")
  }
}
