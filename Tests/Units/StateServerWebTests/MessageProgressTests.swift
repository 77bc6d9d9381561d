import NIOWebSocket
import Testing

@testable import StateServerWeb

@Test func aMessageIsATextFrameWithContinuations() {
  var progress = MessageProgress(limit: 10)
  #expect(progress.add(.continuation, size: 1, isLast: true) == .protocolError)
  #expect(progress.add(.text, size: 1, isLast: false) == nil)
  #expect(progress.add(.text, size: 1, isLast: true) == .protocolError)
  #expect(progress.add(.continuation, size: 1, isLast: false) == nil)
  #expect(progress.add(.continuation, size: 0, isLast: true) == nil)
  #expect(progress.add(.text, size: 0, isLast: true) == nil)
  #expect(progress.add(.continuation, size: 0, isLast: true) == .protocolError)
}

@Test func theSizeOfAMessageIsThatOfItsFrames() {
  var progress = MessageProgress(limit: 10)
  #expect(progress.add(.text, size: 10, isLast: true) == nil)
  #expect(progress.add(.text, size: 11, isLast: true) == .messageTooLarge)
  for _ in 0..<3 {
    #expect(progress.add(.text, size: 4, isLast: false) == nil)
    #expect(progress.add(.continuation, size: 6, isLast: true) == nil)
  }
  #expect(progress.add(.text, size: 4, isLast: false) == nil)
  #expect(progress.add(.continuation, size: 7, isLast: true) == .messageTooLarge)
  var standard = MessageProgress()
  #expect(standard.add(.text, size: 64 << 20, isLast: true) == nil)
  #expect(standard.add(.text, size: (64 << 20) + 1, isLast: true) == .messageTooLarge)
}
