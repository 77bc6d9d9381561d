import Testing

@testable import SVVSPostgres

final class RefreshScheduleTests {
  private var schedule = RefreshSchedule()

  private func refresh(
    overtaken: Bool = false, changes: Bool = false, failures: Bool = false, _ snapshot: String = "100:100:"
  ) throws -> RefreshSchedule.Step {
    schedule.recordRefresh(
      isOvertaken: overtaken, foundChanges: changes, hasFailures: failures,
      snapshot: try #require(ServerSnapshot(snapshot)))
    return schedule.step
  }

  private func enableNotifications(_ snapshot: String = "100:100:") throws {
    _ = schedule.recordNotification()
    #expect(try refresh() == .enableNotifications)
    schedule.recordEnabled(since: 100)
    #expect(schedule.step == .refresh)
    _ = try refresh(snapshot)
  }

  @Test func aNotificationThatArrivesAllowsALongSleep() throws {
    #expect(try refresh() == .sleep(.seconds(1)))
    let confirmations = [schedule.recordNotification(), schedule.recordNotification()]
    #expect(confirmations == [true, false])
    try enableNotifications()
    #expect(schedule.step == .sleep(.seconds(60)))
  }

  @Test func missingNotificationsAreReplacedByPollingEverySecond() throws {
    var testsAfter: [Int] = []
    var loggedAfter: [Int] = []
    for poll in 0...10_000 {
      #expect(try refresh(changes: true) == .sleep(.seconds(1)))
      if schedule.isTestDue {
        testsAfter.append(poll)
        schedule.recordTest()
      }
      if schedule.recordTimeout() { loggedAfter.append(poll) }
    }
    #expect(testsAfter == [0, 1, 3, 7, 15, 31] + Array(stride(from: 63, through: 10_000, by: 64)))
    #expect(loggedAfter == [2])
  }

  @Test func aShortSleepIsNotATestOfNotifications() throws {
    _ = try refresh(failures: true)
    schedule.recordTest()
    #expect(schedule.step == .sleep(.milliseconds(10)))
    #expect(!schedule.recordTimeout() && !schedule.isTestDue)
  }

  @Test func frequentNotificationsAreReplacedByPollingUntilNothingChanges() throws {
    try enableNotifications()
    #expect(try refresh(overtaken: true, changes: true) == .refresh)
    #expect(try refresh(overtaken: true, changes: true) == .refresh)
    #expect(try refresh(changes: true) == .sleep(.seconds(60)))
    for _ in 1...3 { _ = try refresh(overtaken: true, changes: true) }
    #expect(schedule.step == .disableNotifications)
    schedule.recordDisabled()
    #expect(schedule.step == .pause(.milliseconds(10)))
    #expect(try refresh(overtaken: true, changes: true) == .pause(.milliseconds(10)))
    #expect(try refresh() == .enableNotifications)
  }

  @Test func transactionsThatMayNotNotifyArePolledFor() throws {
    // 90 and 95 began before notifications were enabled, 120 after.
    try enableNotifications("90:130:90,95,120")
    #expect(schedule.step == .sleep(.milliseconds(10)))
    #expect(try refresh("90:130:90,120") == .sleep(.milliseconds(20)))
    for _ in 1...9 { _ = try refresh("90:130:90") }
    #expect(schedule.step == .sleep(.seconds(1)))
    #expect(try refresh("120:130:120") == .sleep(.seconds(60)))
  }

  @Test func aQueryThatHasFailedIsTriedAgain() throws {
    try enableNotifications()
    #expect(try refresh(failures: true) == .sleep(.milliseconds(10)))
    #expect(try refresh(failures: true) == .sleep(.milliseconds(20)))
    #expect(try refresh() == .sleep(.seconds(60)))
  }

  @Test func enablingNotificationsIsRetriedAfterGrowingPauses() throws {
    _ = schedule.recordNotification()
    for pause in [10, 20, 40, 80, 160, 320, 640, 1000, 1000, 1000, 1000, 1000] {
      #expect(try refresh() == .enableNotifications)
      schedule.recordEnabled(since: nil)
      #expect(schedule.step == .pause(.milliseconds(pause)))
    }
  }
}
