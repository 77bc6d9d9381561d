import SystemSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct WaitingTests {
  private let reader: OwnedDescriptor
  private let writer: OwnedDescriptor

  init() throws {
    let pipe = try FileDescriptor.closeOnExecPipe(isNonBlocking: true)
    (reader, writer) = (OwnedDescriptor(pipe.reader), OwnedDescriptor(pipe.writer))
  }

  @Test func aDescriptorIsReadyForTheEventsThatAreAwaited() throws {
    #expect(!Waiting.isReady(reader.number, for: Waiting.toRead))
    #expect(Waiting.isReady(writer.number, for: Waiting.toWrite))
    try writer.file.writeAll([1])
    let both = [(reader.number, Waiting.toRead), (writer.number, 0)]
    #expect(Waiting.wait(for: both, until: nil) == [true, false])
  }

  @Test func aDescriptorWhosePeerHasGoneIsReadyForNoEvents() throws {
    let pipe = try FileDescriptor.closeOnExecPipe()
    let writer = OwnedDescriptor(pipe.writer)
    #expect(!Waiting.isReady(writer.number, for: 0))
    try pipe.reader.close()
    #expect(Waiting.isReady(writer.number, for: 0))
  }

  @Test func aWaitEndsAtItsDeadline() {
    let deadline = ContinuousClock.now + .milliseconds(20)
    #expect(Waiting.wait(for: [(reader.number, Waiting.toRead)], until: deadline) == nil)
    #expect(ContinuousClock.now >= deadline)
  }

  @Test func aPipeIsClosedInOtherProgramsAndDoesNotBlock() throws {
    for end in [reader, writer] { #expect(fcntl(end.number, F_GETFD) & FD_CLOEXEC != 0) }
    #expect(throws: Errno.resourceTemporarilyUnavailable) {
      try withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { try reader.file.read(into: $0) }
    }
    reader.file.setNonBlocking(false)
    #expect(fcntl(reader.number, F_GETFL) & O_NONBLOCK == 0)
  }
}
