import Testing

@testable import SVVSPersistence

struct PollScheduleTests {
  @Test func nothingIsLookedAtBeforeSomethingHappens() {
    var schedule = PollSchedule()
    #expect(schedule.pause == nil)
    schedule.record(.isKnown)
    #expect(schedule.pause == nil)
  }

  @Test func aLockIsWaitedForHoweverLongItLasts() {
    var schedule = PollSchedule()
    var total = Duration.zero
    for _ in 0..<10_000 {
      schedule.record(.isLocked)
      total += schedule.pause ?? .zero
    }
    #expect(total > .seconds(3600) && schedule.pause.map { $0 < .seconds(1) } == true)
    schedule.record(.isKnown)
    #expect(schedule.pause == nil)
  }

  @Test func aWriteThatMayBeOnItsWayIsWaitedForForAWhile() {
    var schedule = PollSchedule()
    var (count, total) = (0, Duration.zero)
    schedule.record(.mayChange)
    while let pause = schedule.pause {
      (count, total) = (count + 1, total + pause)
      schedule.record(.mayChange)
    }
    #expect(total >= .seconds(5) && total < .seconds(7) && count < 20)
  }

  @Test func anyEventMakesThePausesShortAgain() {
    var schedule = PollSchedule()
    for _ in 0..<20 { schedule.record(.isLocked) }
    let long = schedule.pause
    schedule.restart()
    #expect(schedule.pause == nil)
    schedule.record(.isLocked)
    #expect(schedule.pause.map { $0 * 10 < long ?? .zero } == true)
  }
}
