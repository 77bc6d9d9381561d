import SystemSupport
import Testing

struct BackOffTests {
  @Test func pausesDoubleUpToALimitAndAreShortAfterASuccess() {
    var backOff = BackOff(from: .milliseconds(100), upTo: .seconds(10))
    #expect(backOff.pause == nil)
    let pauses = (1...9).map { _ in backOff.next() / .milliseconds(1) }
    #expect(pauses == [100, 200, 400, 800, 1600, 3200, 6400, 10000, 10000])
    #expect(backOff.pause == .seconds(10))
    backOff.reset()
    #expect(backOff.pause == nil)
    #expect(backOff.next() == .milliseconds(100))
  }
}
