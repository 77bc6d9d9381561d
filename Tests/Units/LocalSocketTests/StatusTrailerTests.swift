import Testing

@testable import LocalSocket

struct StatusTrailerTests {
  /// The messages and the status of a stream that arrives in pieces.
  private func read(_ pieces: [[UInt8]]) -> (messages: [UInt8], status: UInt8?) {
    var trailer = StatusTrailer()
    var messages: [UInt8] = []
    for piece in pieces {
      messages += piece.withUnsafeBytes { piece[..<trailer.messageCount(in: $0)] }
    }
    return (messages, trailer.status)
  }

  @Test func itIsTakenOffWhereverTheStreamIsSplit() {
    let stream = Array("{}\n".utf8) + StatusTrailer.bytes(status: 7)
    for first in 0...stream.count {
      for second in first...stream.count {
        let (messages, status) = read([
          Array(stream[..<first]), Array(stream[first..<second]), Array(stream[second...]),
        ])
        #expect(messages == Array("{}\n".utf8), "split at \(first) and \(second)")
        #expect(status == 7, "split at \(first) and \(second)")
      }
    }
  }

  @Test(arguments: [0, 1, 10, 255] as [UInt8])
  func everyStatusPasses(_ status: UInt8) {
    #expect(read([StatusTrailer.bytes(status: status)]) == ([], status))
  }

  @Test func aStreamThatWasCutHasNone() {
    #expect(read([]) == ([], nil))
    #expect(read([[1, 2]]) == ([1, 2], nil))
    #expect(read([[1, 2, 0]]) == ([1, 2], nil))
  }

  @Test func nothingCountsThatFollowsIt() {
    #expect(read([[1, 0, 3, 4, 0, 5], [6]]) == ([1], 3))
  }
}
